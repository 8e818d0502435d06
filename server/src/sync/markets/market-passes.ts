import type { Clock } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { LeaseSeizure, LeaseStore, LeaseView } from '../../lib/lease';
import { leaseDuration, underLease } from '../../lib/lease-heartbeat';
import type { Logger } from '../../lib/logger';
import { createWakeableRest } from '../../lib/wakeable-rest';
import { followSignals } from '../../lib/follow-signals';
import type { Markets } from '../../markets/create-markets';
import { partName } from '../../markets/market-parts';
import { troubleOf } from '../../markets/part-failure';
import { PassTakenOverError } from '../../markets/part-pass';
import type { SiteMarkets } from '../../markets/site-markets';
import { MissingSettingsError } from '../../settings/settings-errors';
import type { UpstreamHttp } from '../../upstream/http/upstream-http';
import { type DuePart, dueParts } from './due-parts';
import { passesLeaseName } from './market-pass-lease';
import type { MarketPassMemory } from './market-pass-memory';
import type { SyncService } from '../sync-service';

/**
 * Makes the passes over the further markets: one part after the other, on one instance of the site, while no run is
 * under way (behavior 14.5).
 */
export interface MarketPasses {
  /** Refreshes one market. `confirms`: the store's response is trusted, however much it removes. */
  request(key: string, options: { confirms: boolean }): Promise<void>;
  /**
   * While an instance makes passes, ends them, and cancels those that wait; they continue when the next full sync or
   * sweep has ended, or on request. Otherwise, does nothing: whatever waits then was not seen by whoever cancels.
   * @returns whether passes were canceled
   */
  cancel(): Promise<boolean>;
  /** Whether no pass is under way or waits, on any instance; one that failed is tried again later. */
  isIdle(): Promise<boolean>;
  /** Looks now for what is due. */
  wake(): void;
  /** Starts due passes and continues interrupted ones, until stopped; start it once the site accepts requests. */
  watch(): Promise<void>;
  /** Interrupts the pass under way, so that it continues elsewhere or at the next start. */
  stop(): Promise<void>;
}

export interface MarketPassesOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'passPart' | 'partStates' | 'textNeeds'>;
  memory: MarketPassMemory;
  /** Opens the store; null as long as its catalog was never read completely. */
  openStore: () => Promise<UpstreamHttp | null>;
  /** Reads how amounts in the currencies of the markets are written. */
  learnCurrencies: (access: { http: UpstreamHttp; signal: AbortSignal }) => Promise<void>;
  exclusively: SyncService['exclusively'];
  leases: Pick<LeaseStore & LeaseSeizure & LeaseView, 'seize' | 'renew' | 'release' | 'stateOf'>;
  newId: () => string;
  /** Notes what no market needs anymore, and deletes it later. */
  cleanUp: (signal: AbortSignal) => Promise<void>;
  clock: Clock;
  logger: Logger;
}

const watchInterval = seconds(5);
const stopInterval = seconds(1);

class PassesInterrupted extends Error {}

export function createMarketPasses(options: MarketPassesOptions): MarketPasses {
  const { siteMarkets, markets, memory, leases, clock, logger } = options;
  const lifetime = new AbortController();
  const passesLease = { name: passesLeaseName, duration: leaseDuration };
  const rest = createWakeableRest({ clock, stopped: lifetime.signal });
  let watching: Promise<void> = Promise.resolve();
  let lastProblem: string | null = null;

  /** Everything that decides what is due, except for what is wanted; null without further markets. */
  async function read() {
    const further = siteMarkets.further();
    if (further.length === 0) return null;
    const [states, failed, texts] = await Promise.all([
      markets.partStates.list(),
      memory.failed(),
      markets.textNeeds(),
    ]);
    return { markets: further, texts, states, failed, now: clock.now() };
  }

  async function due(): Promise<DuePart[]> {
    const given = await read();
    return given ? dueParts({ ...given, wanted: await memory.wanted() }) : [];
  }

  /** Aborts when any instance requests that the passes under way end. */
  async function noticeStop(abort: AbortController, ended: AbortSignal): Promise<void> {
    try {
      const { stops } = await memory.wanted();
      do await clock.wait(stopInterval, ended);
      while ((await memory.wanted()).stops === stops);
      abort.abort(new PassesInterrupted('a sync is starting, or somebody canceled the passes'));
    } catch (error) {
      if (!ended.aborted) abort.abort(error);
    }
  }

  async function passOver({ part, since, trust }: DuePart, access: { http: UpstreamHttp; signal: AbortSignal }) {
    const name = partName(part);
    try {
      const { counts, failures } = await markets.passPart(part, { ...access, trust });
      logger.info('market part read', { part: name, ...counts });
      for (const { productId, reason } of failures)
        logger.warn('a product of a market could not be read', { part: name, productId, reason });
      await memory.noteOutcome(name, null);
    } catch (error) {
      if (access.signal.aborted) throw access.signal.reason;
      if (error instanceof PassTakenOverError) throw error;
      const trouble = troubleOf(error);
      logger.error('market part could not be read', { part: name, error: trouble.message });
      await memory.noteOutcome(name, { at: clock.now(), since, ...trouble });
    }
  }

  /** A failure is only logged, since prices can be read without the currencies. */
  async function learnCurrencies(access: { http: UpstreamHttp; signal: AbortSignal }): Promise<void> {
    try {
      await options.learnCurrencies(access);
    } catch (error) {
      if (access.signal.aborted) throw access.signal.reason;
      logger.warn('the formats of currencies could not be read', { error: describeError(error) });
    }
  }

  async function passAll(signal: AbortSignal): Promise<void> {
    const http = await options.openStore();
    // Markets only cover products of the catalog, so the catalog is read first.
    if (!http) return;
    let isLearned = false;
    for (let [next] = await due(); next; [next] = await due()) {
      signal.throwIfAborted();
      if (next.part.kind === 'prices' && !isLearned) await learnCurrencies({ http, signal });
      isLearned ||= next.part.kind === 'prices';
      await passOver(next, { http, signal });
    }
  }

  /** Makes all due passes under the lease of runs, and holds the one that tells them from a run meanwhile. */
  async function carry(signal: AbortSignal): Promise<void> {
    const lease = { ...passesLease, holder: options.newId() };
    // From an instance that died: whoever has the lease of runs is the only one to make passes.
    await leases.seize(lease);
    await underLease({ leases, clock, lease }, (lost) => followSignals([signal, lost], passUntilStopped));
  }

  async function passUntilStopped(signal: AbortSignal): Promise<void> {
    const abort = new AbortController();
    const ended = new AbortController();
    const noticing = noticeStop(abort, ended.signal);
    try {
      await followSignals([signal, abort.signal], passAll);
    } finally {
      ended.abort();
      await noticing;
    }
  }

  /** Whether any instance is making passes. */
  const areMade = async () => (await leases.stateOf(passesLease)).kind === 'held';

  async function look(): Promise<void> {
    const problems = [
      // First: passes may take longer than it takes until a restart has a market need it again.
      await problemOf(() => options.cleanUp(lifetime.signal)),
      await problemOf(async () => {
        // Takes the lease only if there is a store to read.
        if ((await due()).length > 0 && (await options.openStore())) await options.exclusively(carry);
      }),
    ];
    // Logs a problem only when it changes, since this looks every few seconds.
    const [problem = null] = problems.filter((one) => one !== null);
    if (problem !== null && problem !== lastProblem) logger.error('market passes failed', { error: problem });
    lastProblem = problem;
  }

  /** Does some work; returns why it failed, if that is to be logged. */
  async function problemOf(work: () => Promise<void>): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (error) {
      if (error instanceof PassesInterrupted) logger.info('passes over markets interrupted', { reason: error.message });
      else if (!lifetime.signal.aborted && !(error instanceof MissingSettingsError)) return describeError(error);
      return null;
    }
  }

  async function watch(): Promise<void> {
    while (!lifetime.signal.aborted) {
      // A wake-up while it looks makes it look again.
      rest.clear();
      await look();
      await rest.rest(watchInterval);
    }
  }

  return {
    async request(key, { confirms }) {
      await memory.want(key, { confirms });
      rest.wake();
    },
    async cancel() {
      const given = await read();
      // A checkpoint does not tell: an interrupted pass keeps its own, and between two parts there is none.
      if (!given || !(await areMade())) return false;
      return memory.cancel((wanted) => dueParts({ ...given, wanted }).map(({ part }) => partName(part)));
    },
    // In this order: a part that has just been read is no longer due, but its failure may still be stored.
    isIdle: async () => (await due()).length === 0 && !(await areMade()),
    wake: rest.wake,
    watch: () => (watching = watch()),
    async stop() {
      lifetime.abort(new Error('the site stops'));
      await watching;
    },
  };
}
