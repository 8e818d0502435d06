import type { Clock } from '../../lib/clock';
import { type Milliseconds, minutes } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import type { Markets } from '../../markets/create-markets';
import { partName } from '../../markets/market-parts';
import { distinctParts, type TextNeeds } from '../../markets/pass-market';
import type { SiteMarkets } from '../../markets/site-markets';
import type { MarketPassMemory } from './market-pass-memory';

export interface MarketPartCleanupOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'partStates' | 'textNeeds' | 'deletion'>;
  memory: Pick<MarketPassMemory, 'wantParts' | 'noteOutcome'>;
  /** Forgets changes that wait to be resolved, which takes a further market. */
  forgetChanges: () => Promise<void>;
  clock: Clock;
  logger: Logger;
}

// Time to restore a market that was removed by mistake, or to replace an instance that has earlier settings.
const grace = minutes(10);
// How often the store's language is read, which decides which texts are needed.
const languageInterval = minutes(1);

/**
 * Deletes parts that no market has needed for a while, so that a market that is restored later shows no outdated data.
 * A market that is restored sooner is reread at once (behavior 14.17).
 * @returns a function to call every few seconds; while the markets stay the same, it only reads the store's language
 */
export function createMarketPartCleanup(options: MarketPartCleanupOptions): (signal: AbortSignal) => Promise<void> {
  const { siteMarkets, markets, memory, clock } = options;
  let language: { needs: TextNeeds | null; at: Milliseconds } | null = null;
  let known: { needed: string; since: Milliseconds; state: 'new' | 'noted' | 'clean' } | null = null;

  async function neededParts(): Promise<Set<string>> {
    return new Set(distinctParts(siteMarkets.further(), await markets.textNeeds()).map((part) => partName(part)));
  }

  async function unneeded(needed: ReadonlySet<string>): Promise<string[]> {
    return (await markets.partStates.list()).map(({ name }) => name).filter((name) => !needed.has(name));
  }

  async function deleteParts(names: readonly string[], signal: AbortSignal): Promise<void> {
    await markets.deletion.abandon(names);
    const count = await markets.deletion.deleteAbandoned(signal);
    for (const name of names) await memory.noteOutcome(name, null);
    options.logger.info('unused parts of markets were deleted', { parts: names.join(', '), count });
  }

  return async (signal) => {
    const further = siteMarkets.further();
    const now = clock.monotonic();
    if (further.length > 0 && (language === null || now >= language.at + languageInterval))
      language = { needs: await markets.textNeeds(), at: now };
    // Not what is stored: an instance with other settings must not delete what a newer one has begun to read.
    const needed = JSON.stringify([further, language?.needs ?? null]);
    if (known?.needed !== needed) known = { needed, since: now, state: 'new' };
    if (known.state === 'clean') return;
    if (known.state === 'noted' && now < known.since + grace) return;
    const names = await unneeded(await neededParts());
    if (names.length === 0 && further.length > 0) {
      known = { ...known, state: 'clean' };
      return;
    }
    if (known.state === 'new') {
      // A market that needs them again is then reread, also one from the environment, which no update restores.
      if (names.length > 0) await memory.wantParts(names);
      known = { ...known, state: 'noted' };
      return;
    }
    if (names.length > 0) await deleteParts(names, signal);
    if (further.length === 0) await options.forgetChanges();
    known = { ...known, state: 'clean' };
  };
}
