import type { Verification, VerificationState, VerificationTrigger } from '../../../contracts/admin/verification';
import type { EntityKind } from '../catalog/catalog-types';
import { verificationStart, type VerifyPiece } from '../catalog/verification';
import type { StateStore } from '../database/knex-state-store';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { LeaseStore } from '../lib/lease';
import { keepLease } from '../lib/lease-heartbeat';
import type { Logger } from '../lib/logger';
import { aVerification, createVerificationMemory, type VerificationRecord, withPiece } from './verification-record';

/** Starts, watches and cancels passes that verify the cached catalog. One at a time across all instances of the site. */
export interface VerificationService {
  start(trigger: VerificationTrigger): Promise<{ kind: 'started' | 'busy'; state: VerificationState }>;
  state(): Promise<VerificationState>;
  cancel(): Promise<VerificationState>;
  /** Starts one in the background as soon as no run is under way. */
  startAfterRun(trigger: VerificationTrigger): void;
  /** Goes on with a pass whose instance is gone; once the site listens. */
  resume(): Promise<void>;
  /** Lets go of the pass under way, so that it is taken up again elsewhere or at the next start. */
  stop(): Promise<void>;
}

export interface VerificationServiceOptions {
  verifyPiece: VerifyPiece;
  /** Fetches a damaged record; throws what a request to the store can fail for. */
  refetch: (entity: EntityKind, id: number) => Promise<unknown>;
  isRunUnderWay: () => Promise<boolean>;
  state: StateStore;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  newId: () => string;
}

const lease = 'verification';
const leaseDuration = seconds(15);
const heartbeat = seconds(1);
const runLook = seconds(5);
// Of damaged records, one by one; where more are damaged, a run is faster.
const mostRefetched = 100;
const piecesPerRecord = 10;

class Cancelled extends Error {}

export function createVerificationService(options: VerificationServiceOptions): VerificationService {
  const { clock, leases, logger, newId } = options;
  const memory = createVerificationMemory(options.state);
  const lifetime = new AbortController();
  let underWay: Promise<void> = Promise.resolve();

  async function stateNow(): Promise<VerificationState> {
    return { current: (await memory.current())?.report ?? null, last: await memory.last() };
  }

  /** @returns how many of them could not be fetched */
  async function refetchAll(damaged: readonly { entity: EntityKind; id: number }[], signal: AbortSignal): Promise<number> {
    let fetched = 0;
    try {
      for (const { entity, id } of damaged.slice(0, mostRefetched)) {
        signal.throwIfAborted();
        await options.refetch(entity, id);
        fetched += 1;
      }
    } catch (error) {
      signal.throwIfAborted();
      logger.warn('damaged records are left to the next run, since the store cannot be asked now', { left: damaged.length - fetched, error: describeError(error) });
    }
    return damaged.length - fetched;
  }

  async function pass(given: VerificationRecord, { signal, onRecord }: { signal: AbortSignal; onRecord: (record: VerificationRecord) => void }): Promise<Verification> {
    let record = given;
    const damaged: { entity: EntityKind; id: number }[] = [];
    for (let pieces = 1; ; pieces += 1) {
      signal.throwIfAborted();
      const piece = await options.verifyPiece(record.position);
      const report = withPiece(record.report, piece);
      damaged.push(...piece.repaired.filter(({ kinds }) => kinds.includes('record')).map(({ id }) => ({ entity: piece.entity, id })));
      record = { report, position: piece.next ?? record.position };
      onRecord(record);
      if (piece.next === null) break;
      if (pieces % piecesPerRecord === 0 || piece.repaired.length > 0) await memory.keep(record);
    }
    return { ...record.report, waiting: await refetchAll(damaged, signal) };
  }

  async function carry(record: VerificationRecord, holder: string): Promise<void> {
    const abort = new AbortController();
    const heart = new AbortController();
    const beating = keepLease({
      leases,
      clock,
      lease: { name: lease, holder, duration: leaseDuration },
      interval: heartbeat,
      stop: heart.signal,
      onLost: (reason) => abort.abort(new Error(reason)),
      onBeat: async () => {
        if (await memory.isCancelRequested(record.report.id)) abort.abort(new Cancelled('cancelled'));
      },
    });
    let latest = record;
    const ended = (ending: Partial<Verification>) => memory.end({ ...latest.report, finishedAt: clock.now().toISOString(), ...ending });
    try {
      if (await memory.isCancelRequested(record.report.id)) throw new Cancelled('cancelled');
      const signal = AbortSignal.any([abort.signal, lifetime.signal]);
      const report = await pass(record, { signal, onRecord: (now) => void (latest = now) });
      await ended({ ...report, status: 'succeeded' });
      logger.info('catalog verified', { checked: report.checked.product, ...report.repaired, waiting: report.waiting });
    } catch (error) {
      const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
      if (reason instanceof Cancelled) await ended({ status: 'cancelled' });
      else if (lifetime.signal.aborted || abort.signal.aborted) await memory.keep(latest);
      else {
        logger.error('verifying the catalog failed', { error: describeError(error) });
        await ended({ status: 'failed', error: describeError(error) });
      }
    } finally {
      heart.abort();
      await beating;
      await leases.release({ name: lease, holder });
    }
  }

  /** Goes on with the pass that nobody works on any more, else with what `begin` makes; false when somebody works on one. */
  async function launch(begin: () => VerificationRecord | null): Promise<boolean> {
    const holder = newId();
    if (lifetime.signal.aborted || !(await leases.acquire({ name: lease, holder, duration: leaseDuration }))) return false;
    const record = (await memory.current()) ?? begin();
    if (!record) {
      await leases.release({ name: lease, holder });
      return false;
    }
    await memory.keep(record);
    underWay = carry(record, holder).catch((error: unknown) => logger.error('a verification could not be recorded', { error: describeError(error) }));
    return true;
  }

  const begun = (trigger: VerificationTrigger) => () => ({ report: aVerification({ id: newId(), trigger, now: clock.now() }), position: verificationStart });

  async function afterRun(trigger: VerificationTrigger): Promise<void> {
    while (await options.isRunUnderWay()) await clock.wait(runLook, lifetime.signal);
    await launch(begun(trigger));
  }

  return {
    async start(trigger) {
      const isOurs = await launch(begun(trigger));
      return { kind: isOurs ? 'started' : 'busy', state: await stateNow() };
    },
    state: stateNow,
    async cancel() {
      const current = await memory.current();
      if (current) await memory.requestCancel(current.report.id);
      // One whose instance is gone is ended by whoever takes it up.
      if (current) await launch(() => null);
      return stateNow();
    },
    startAfterRun(trigger) {
      afterRun(trigger).catch((error: unknown) => {
        if (!lifetime.signal.aborted) logger.error('the catalog could not be verified', { error: describeError(error) });
      });
    },
    async resume() {
      try {
        if ((await memory.current()) !== null) await launch(() => null);
      } catch (error) {
        logger.error('a verification could not be taken up', { error: describeError(error) });
      }
    },
    async stop() {
      lifetime.abort(new Error('the site stops'));
      await underWay;
    },
  };
}
