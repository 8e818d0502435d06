import type { Verification, VerificationState, VerificationTrigger } from '../../../../contracts/admin/verification';
import { verificationStart } from '../../catalog/verification';
import type { StateLocks, StateStore } from '../../database/knex-state-store';
import type { Clock } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { LeaseStore } from '../../lib/lease';
import { leaseDuration, underLease } from '../../lib/lease-heartbeat';
import { followSignals } from '../../lib/follow-signals';
import { createVerificationPass, type VerificationPassOptions } from './verification-pass';
import {
  aVerification,
  createVerificationMemory,
  type VerificationRecord,
  VerificationTakenOverError,
} from './verification-record';

/**
 * Starts, watches and cancels passes that verify the cached catalog. One at a time across all instances of the site.
 */
export interface VerificationService {
  start(trigger: VerificationTrigger): Promise<{ kind: 'started' | 'busy'; state: VerificationState }>;
  state(): Promise<VerificationState>;
  cancel(): Promise<VerificationState>;
  /**
   * Requests a pass as soon as no run is under way; any live instance then starts it. Resolves once that is stored, or
   * logged as impossible.
   */
  requestAfterRun(trigger: VerificationTrigger): Promise<void>;
  /**
   * Starts requested passes and resumes those whose instance died, until stopped; start it once the site accepts
   * requests.
   */
  watch(): Promise<void>;
  /** Releases the pass under way, so that it is resumed elsewhere or at the next start. */
  stop(): Promise<void>;
}

export interface VerificationServiceOptions extends VerificationPassOptions {
  isRunUnderWay: () => Promise<boolean>;
  state: StateStore & Pick<StateLocks, 'change' | 'changeWithin'>;
  leases: LeaseStore;
  clock: Clock;
  newId: () => string;
}

const leaseName = 'verification';
// Infrequent, since nobody waits for a pass that a dead instance left.
const watchInterval = seconds(30);

class Canceled extends Error {}

export function createVerificationService(options: VerificationServiceOptions): VerificationService {
  const { clock, leases, logger, newId } = options;
  const memory = createVerificationMemory(options.state);
  const verifyFrom = createVerificationPass(options);
  const lifetime = new AbortController();
  let underWay: Promise<void> = Promise.resolve();

  async function stateNow(): Promise<VerificationState> {
    return { current: (await memory.current())?.report ?? null, last: await memory.last() };
  }

  async function carry(record: VerificationRecord, holder: string): Promise<void> {
    const cancel = new AbortController();
    const onBeat = async () => {
      if (await memory.isCancelRequested(record.report.id)) cancel.abort(new Canceled('canceled'));
    };
    const lease = { name: leaseName, holder, duration: leaseDuration };
    await underLease({ leases, clock, lease, onBeat }, (lost) =>
      verify(record, { holder, canceled: cancel.signal, lost }),
    );
  }

  async function verify(
    record: VerificationRecord,
    { holder, canceled, lost }: { holder: string; canceled: AbortSignal; lost: AbortSignal },
  ): Promise<void> {
    let latest = record;
    const keep = (now: VerificationRecord) => memory.keep(now, holder);
    const ended = (ending: Partial<Verification>) =>
      memory.end({ ...latest.report, finishedAt: clock.now().toISOString(), ...ending }, holder);
    try {
      if (await memory.isCancelRequested(record.report.id)) throw new Canceled('canceled');
      const report = await followSignals([canceled, lost, lifetime.signal], (signal) =>
        verifyFrom(record, { signal, onRecord: (now) => void (latest = now), keep }),
      );
      await ended({ ...report, status: 'succeeded' });
      logger.info('catalog verified', {
        checked: report.checked.product,
        ...report.repaired,
        ...(report.markets && { markets: report.markets.repaired }),
        ...(report.extras && { extras: report.extras.repaired, products: report.extras.products.join(', ') }),
        waiting: report.waiting,
      });
    } catch (error) {
      if (error instanceof VerificationTakenOverError) throw error;
      if (canceled.aborted || (error instanceof Canceled && !lost.aborted)) await ended({ status: 'cancelled' });
      else if (lifetime.signal.aborted || lost.aborted) await keep(latest);
      else {
        logger.error('verifying the catalog failed', { error: describeError(error) });
        await ended({ status: 'failed', error: describeError(error) });
      }
    }
  }

  /** Resumes an orphaned pass, otherwise starts what `begin` creates; false when a pass is under way. */
  async function launch(begin: (holder: string) => Promise<VerificationRecord | null>): Promise<boolean> {
    const holder = newId();
    if (lifetime.signal.aborted || !(await leases.acquire({ name: leaseName, holder, duration: leaseDuration })))
      return false;
    const record = (await memory.current()) ?? (await begin(holder));
    if (!record) {
      await leases.release({ name: leaseName, holder });
      return false;
    }
    await memory.take(record, holder);
    underWay = carry(record, holder).catch((error: unknown) => {
      if (error instanceof VerificationTakenOverError) logger.info('another instance verifies the catalog');
      else logger.error('a verification could not be recorded', { error: describeError(error) });
    });
    return true;
  }

  const begun = (trigger: VerificationTrigger) => ({
    report: aVerification({ id: newId(), trigger, now: clock.now() }),
    position: verificationStart,
    damaged: [],
  });

  /** Within the lease: another instance may have completed it meanwhile. */
  async function beginRequested(holder: string): Promise<VerificationRecord | null> {
    const trigger = await memory.requested();
    if (trigger === null || (await options.isRunUnderWay())) return null;
    const record = begun(trigger);
    await memory.take(record, holder);
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
    async requestAfterRun(trigger) {
      try {
        await memory.request(trigger);
      } catch (error) {
        logger.error('a verification could not be requested', { error: describeError(error) });
      }
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
