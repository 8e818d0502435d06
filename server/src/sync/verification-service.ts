import type { Verification, VerificationState, VerificationTrigger } from '../../../contracts/admin/verification';
import type { EntityKind } from '../catalog/model';
import { verificationStart, type VerifyPiece } from '../catalog/verification';
import type { StateStore } from '../database/knex-state-store';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { LeaseStore } from '../lib/lease';
import { leaseDuration, underLease } from '../lib/lease-heartbeat';
import type { Logger } from '../lib/logger';
import { aVerification, createVerificationMemory, type VerificationRecord, withPiece } from './verification-record';

/**
 * Starts, watches and cancels passes that verify the cached catalog. One at a time across all instances of the site.
 */
export interface VerificationService {
  start(trigger: VerificationTrigger): Promise<{ kind: 'started' | 'busy'; state: VerificationState }>;
  state(): Promise<VerificationState>;
  cancel(): Promise<VerificationState>;
  /** Requests a pass as soon as no run is under way; any live instance then starts it. */
  requestAfterRun(trigger: VerificationTrigger): void;
  /** Starts requested passes and resumes those whose instance died, until stopped; start it once the site listens. */
  watch(): Promise<void>;
  /** Releases the pass under way, so that it is resumed elsewhere or at the next start. */
  stop(): Promise<void>;
}

export interface VerificationServiceOptions {
  verifyPiece: VerifyPiece;
  /**
   * Fetches a damaged record; false when it cannot be used. Throws what a request to the store, or the database, can
   * fail for.
   */
  refetch: (entity: EntityKind, id: number) => Promise<boolean>;
  /** Verifies what is stored of further markets; null without any. */
  verifyMarkets: (signal: AbortSignal) => Promise<Verification['markets'] | null>;
  /** Verifies what is stored of products besides their records; null where the site reads nothing of it. */
  verifyExtras: (signal: AbortSignal) => Promise<Verification['extras'] | null>;
  isRunUnderWay: () => Promise<boolean>;
  state: StateStore;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  newId: () => string;
}

const leaseName = 'verification';
// Nobody waits for what a dead instance left.
const watchInterval = seconds(30);
// Damaged records are fetched one by one; above this number, a run is faster.
const mostRefetched = 100;
// Consecutive failures; then the store is unavailable, rather than these records damaged.
const mostFailures = 3;
const piecesPerRecord = 10;

class Canceled extends Error {}

export function createVerificationService(options: VerificationServiceOptions): VerificationService {
  const { clock, leases, logger, newId } = options;
  const memory = createVerificationMemory(options.state);
  const lifetime = new AbortController();
  let underWay: Promise<void> = Promise.resolve();

  async function stateNow(): Promise<VerificationState> {
    return { current: (await memory.current())?.report ?? null, last: await memory.last() };
  }

  /** @returns how many of them could not be fetched */
  async function refetchAll(
    damaged: readonly { entity: EntityKind; id: number }[],
    signal: AbortSignal,
  ): Promise<number> {
    let fetched = 0;
    let failures = 0;
    for (const { entity, id } of damaged.slice(0, mostRefetched)) {
      signal.throwIfAborted();
      try {
        if (await options.refetch(entity, id)) fetched += 1;
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        failures += 1;
        logger.warn('a damaged record is left to the next run', { entity, id, error: describeError(error) });
        if (failures === mostFailures) break;
      }
    }
    return damaged.length - fetched;
  }

  async function pass(
    given: VerificationRecord,
    { signal, onRecord }: { signal: AbortSignal; onRecord: (record: VerificationRecord) => void },
  ): Promise<Verification> {
    let record = given;
    const damaged: { entity: EntityKind; id: number }[] = [];
    for (let pieces = 1; ; pieces += 1) {
      signal.throwIfAborted();
      const piece = await options.verifyPiece(record.position);
      const report = withPiece(record.report, piece);
      damaged.push(
        ...piece.repaired
          .filter(({ kinds }) => kinds.includes('record'))
          .map(({ id }) => ({ entity: piece.entity, id })),
      );
      record = { report, position: piece.next ?? record.position };
      onRecord(record);
      if (piece.next === null) break;
      if (pieces % piecesPerRecord === 0 || piece.repaired.length > 0) await memory.keep(record);
    }
    const markets = await options.verifyMarkets(signal);
    const extras = await options.verifyExtras(signal);
    return {
      ...record.report,
      ...(markets && { markets }),
      ...(extras && { extras }),
      waiting: await refetchAll(damaged, signal),
    };
  }

  async function carry(record: VerificationRecord, holder: string): Promise<void> {
    const cancel = new AbortController();
    const onBeat = async () => {
      if (await memory.isCancelRequested(record.report.id)) cancel.abort(new Canceled('canceled'));
    };
    const lease = { name: leaseName, holder, duration: leaseDuration };
    await underLease({ leases, clock, lease, onBeat }, (lost) => verify(record, { canceled: cancel.signal, lost }));
  }

  async function verify(
    record: VerificationRecord,
    { canceled, lost }: { canceled: AbortSignal; lost: AbortSignal },
  ): Promise<void> {
    let latest = record;
    const ended = (ending: Partial<Verification>) =>
      memory.end({ ...latest.report, finishedAt: clock.now().toISOString(), ...ending });
    try {
      if (await memory.isCancelRequested(record.report.id)) throw new Canceled('canceled');
      const signal = AbortSignal.any([canceled, lost, lifetime.signal]);
      const report = await pass(record, { signal, onRecord: (now) => void (latest = now) });
      await ended({ ...report, status: 'succeeded' });
      logger.info('catalog verified', {
        checked: report.checked.product,
        ...report.repaired,
        ...(report.markets && { markets: report.markets.repaired }),
        ...(report.extras && { extras: report.extras.repaired, products: report.extras.products.join(', ') }),
        waiting: report.waiting,
      });
    } catch (error) {
      if (canceled.aborted || (error instanceof Canceled && !lost.aborted)) await ended({ status: 'cancelled' });
      else if (lifetime.signal.aborted || lost.aborted) await memory.keep(latest);
      else {
        logger.error('verifying the catalog failed', { error: describeError(error) });
        await ended({ status: 'failed', error: describeError(error) });
      }
    }
  }

  /** Resumes an orphaned pass, otherwise starts what `begin` creates; false when a pass is under way. */
  async function launch(begin: () => Promise<VerificationRecord | null>): Promise<boolean> {
    const holder = newId();
    if (lifetime.signal.aborted || !(await leases.acquire({ name: leaseName, holder, duration: leaseDuration })))
      return false;
    const record = (await memory.current()) ?? (await begin());
    if (!record) {
      await leases.release({ name: leaseName, holder });
      return false;
    }
    await memory.keep(record);
    underWay = carry(record, holder).catch((error: unknown) =>
      logger.error('a verification could not be recorded', { error: describeError(error) }),
    );
    return true;
  }

  const begun = (trigger: VerificationTrigger) => ({
    report: aVerification({ id: newId(), trigger, now: clock.now() }),
    position: verificationStart,
  });

  /** Within the lease: another instance may have completed it meanwhile. */
  async function beginRequested(): Promise<VerificationRecord | null> {
    const trigger = await memory.requested();
    if (trigger === null || (await options.isRunUnderWay())) return null;
    const record = begun(trigger);
    await memory.keep(record);
    await memory.request(null);
    return record;
  }

  async function look(): Promise<void> {
    try {
      if (await memory.isDue()) await launch(beginRequested);
    } catch (error) {
      logger.error('a verification could not be started', { error: describeError(error) });
    }
  }

  return {
    async start(trigger) {
      const isOurs = await launch(async () => begun(trigger));
      return { kind: isOurs ? 'started' : 'busy', state: await stateNow() };
    },
    state: stateNow,
    async cancel() {
      const current = await memory.current();
      if (current) await memory.requestCancel(current.report.id);
      // A canceled pass whose instance died is ended by the instance that resumes it.
      if (current) await launch(async () => null);
      return stateNow();
    },
    requestAfterRun(trigger) {
      memory
        .request(trigger)
        .catch((error: unknown) =>
          logger.error('a verification could not be requested', { error: describeError(error) }),
        );
    },
    async watch() {
      while (!lifetime.signal.aborted) {
        await look();
        // Rejects when the site stops.
        await clock.wait(watchInterval, lifetime.signal).catch(() => undefined);
      }
    },
    async stop() {
      lifetime.abort(new Error('the site stops'));
      await underWay;
    },
  };
}
