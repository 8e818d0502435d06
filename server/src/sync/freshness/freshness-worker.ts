import type { Clock } from '../../lib/clock';
import { type Milliseconds, milliseconds, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { LeaseStore } from '../../lib/lease';
import { leaseDuration, underLease } from '../../lib/lease-heartbeat';
import type { Logger } from '../../lib/logger';
import { createWakeableRest } from '../../lib/wakeable-rest';
import { followSignals } from '../../lib/follow-signals';

/** Rereads what is no longer fresh; each instance of a site has one, and one of them works at a time. */
export interface FreshnessWorker {
  /** To be called when something is due. */
  wake(): void;
  /** Runs until stopped; start it once the site accepts requests. */
  watch(): Promise<void>;
  /** Leaves what is under way to other instances, or to the next start. */
  stop(): Promise<void>;
}

/** Knows what is due, and reads it. */
export interface Refresher {
  /**
   * Reads some of what is due.
   * @returns whether anything was due
   * @throws the signal's reason
   */
  refreshSome(signal: AbortSignal): Promise<boolean>;
  /** How long until something is due; null when nothing waits. */
  nextDue(): Promise<Milliseconds | null>;
}

export interface FreshnessWorkerOptions {
  /** Names the lease, and the worker in the log. */
  name: string;
  freshness: Refresher;
  /** Whether the site has anything to keep fresh: if not, its database is not queried. */
  isNeeded: () => boolean;
  /** How soon work that another instance left behind is noticed. */
  lookEvery: Milliseconds;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  newId: () => string;
}

const whileOthersWork = seconds(1);
const afterTrouble = seconds(5);

class SiteStops extends Error {}

export function createFreshnessWorker(options: FreshnessWorkerOptions): FreshnessWorker {
  const { name, freshness, isNeeded, lookEvery, leases, clock, logger } = options;
  const lifetime = new AbortController();
  const idle = createWakeableRest({ clock, stopped: lifetime.signal });
  const lease = { name, holder: options.newId(), duration: leaseDuration };
  let working: Promise<void> = Promise.resolve();

  /** @returns how long to rest */
  async function workOff(): Promise<Milliseconds> {
    if (!isNeeded()) return lookEvery;
    const next = await freshness.nextDue();
    if (next === null || next > 0) return milliseconds(Math.min(next ?? Infinity, lookEvery));
    if (!(await leases.acquire(lease))) return whileOthersWork;
    await underLease({ leases, clock, lease }, (lost) => followSignals([lost, lifetime.signal], refreshAll));
    return milliseconds(0);
  }

  async function refreshAll(signal: AbortSignal): Promise<void> {
    while (await freshness.refreshSome(signal)) signal.throwIfAborted();
  }

  async function watch(): Promise<void> {
    while (!lifetime.signal.aborted) {
      idle.clear();
      let rest = afterTrouble;
      try {
        rest = await workOff();
      } catch (error) {
        if (!lifetime.signal.aborted) logger.error('refreshing failed', { what: name, error: describeError(error) });
      }
      if (rest > 0) await idle.rest(rest);
    }
  }

  return {
    wake: idle.wake,
    watch() {
      working = watch();
      return working;
    },
    async stop() {
      lifetime.abort(new SiteStops('the site stops'));
      await working;
    },
  };
}
