import type { Verification } from '../../../../contracts/admin/verification';
import type { EntityKind } from '../../catalog/model';
import type { VerifyPiece } from '../../catalog/verification';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { type DamagedRecord, type VerificationRecord, withPiece } from './verification-record';

export interface VerificationPassOptions {
  verifyPiece: VerifyPiece;
  /**
   * Fetches a damaged record; false when it cannot be used. Throws if a request to the store, or the database, fails.
   */
  refetch: (entity: EntityKind, id: number) => Promise<boolean>;
  /** Verifies what is stored of further markets; null without any. */
  verifyMarkets: (signal: AbortSignal) => Promise<Verification['markets'] | null>;
  /** Verifies what is stored of products apart from their records; null where the site reads none of it. */
  verifyExtras: (signal: AbortSignal) => Promise<Verification['extras'] | null>;
  logger: Logger;
}

/** Called with the progress of a pass. */
interface PassProgress {
  onRecord(record: VerificationRecord): void;
  /** Stores it, so that another instance can resume from there. */
  keep(record: VerificationRecord): Promise<void>;
}

// Damaged records are fetched one by one; above this number, a run is faster.
const mostRefetched = 100;
// Consecutive failures; then the store is unavailable, rather than these records damaged.
const mostFailures = 3;
const piecesPerRecord = 10;

/** Verifies the catalog from where a record is, piece by piece, then everything else, and fetches what was damaged. */
export function createVerificationPass({
  verifyPiece,
  refetch,
  verifyMarkets,
  verifyExtras,
  logger,
}: VerificationPassOptions) {
  /** @returns how many of them were fetched */
  async function refetchAll(damaged: readonly DamagedRecord[], signal: AbortSignal): Promise<number> {
    let fetched = 0;
    let failures = 0;
    for (const { entity, id } of damaged) {
      signal.throwIfAborted();
      try {
        if (await refetch(entity, id)) fetched += 1;
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        failures += 1;
        logger.warn('a damaged record is left to the next run', { entity, id, error: describeError(error) });
        if (failures === mostFailures) break;
      }
    }
    return fetched;
  }

  return async function verifyFrom(
    given: VerificationRecord,
    { signal, onRecord, keep }: PassProgress & { signal: AbortSignal },
  ): Promise<Verification> {
    let record = given;
    for (let pieces = 1; ; pieces += 1) {
      signal.throwIfAborted();
      const piece = await verifyPiece(record.position);
      // A pass that was resumed after its last piece verifies that one again.
      const known = new Set(record.damaged.map(({ entity, id }) => `${entity} ${id}`));
      const damaged = piece.repaired
        .filter(({ id, kinds }) => kinds.includes('record') && !known.has(`${piece.entity} ${id}`))
        .map(({ id }) => ({ entity: piece.entity, id }));
      record = {
        report: { ...withPiece(record.report, piece), waiting: record.report.waiting + damaged.length },
        position: piece.next ?? record.position,
        damaged: [...record.damaged, ...damaged].slice(0, mostRefetched),
      };
      onRecord(record);
      if (piece.next === null) break;
      if (pieces % piecesPerRecord === 0 || piece.repaired.length > 0) await keep(record);
    }
    const markets = await verifyMarkets(signal);
    const extras = await verifyExtras(signal);
    return {
      ...record.report,
      ...(markets && { markets }),
      ...(extras && { extras }),
      waiting: record.report.waiting - (await refetchAll(record.damaged, signal)),
    };
  };
}
