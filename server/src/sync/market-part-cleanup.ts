import type { Clock } from '../lib/clock';
import { type Milliseconds, minutes } from '../lib/durations';
import type { Logger } from '../lib/logger';
import type { Markets } from '../markets/create-markets';
import { partName } from '../markets/market-parts';
import { distinctParts } from '../markets/pass-market';
import type { SiteMarkets } from '../markets/site-markets';
import type { MarketPassMemory } from './market-pass-memory';

export interface MarketPartCleanupOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'partStates' | 'textNeeds' | 'deletion'>;
  memory: Pick<MarketPassMemory, 'wantParts' | 'noteOutcome'>;
  clock: Clock;
  logger: Logger;
}

// A market that was removed by mistake is put back within this time, and an instance with earlier settings is replaced.
const grace = minutes(10);

/**
 * Deletes parts that no market has needed for a while, so that one that is put back later shows nothing from before. One that is put
 * back sooner is reread at once (behavior 14.17).
 * @returns what looks for them; call it every few seconds: as long as the markets stay the same, it does nothing
 */
export function createMarketPartCleanup(options: MarketPartCleanupOptions): (signal: AbortSignal) => Promise<void> {
  const { siteMarkets, markets, memory, clock } = options;
  let known: { needed: string; since: Milliseconds; state: 'new' | 'noted' | 'clean' } | null = null;

  async function neededParts(): Promise<Set<string>> {
    return new Set(distinctParts(siteMarkets.further(), await markets.textNeeds()).map((part) => partName(part)));
  }

  async function unneeded(needed: ReadonlySet<string>): Promise<string[]> {
    return (await markets.partStates.list()).map(({ name }) => name).filter((name) => !needed.has(name));
  }

  return async (signal) => {
    // Nothing was read yet, or nothing changed since it was last clean: nothing is asked.
    const settings = JSON.stringify(siteMarkets.further());
    const now = clock.monotonic();
    if (known?.needed !== settings) known = { needed: settings, since: now, state: 'new' };
    if (known.state === 'clean') return;
    if (known.state === 'noted' && now < known.since + grace) return;
    const names = await unneeded(await neededParts());
    if (names.length === 0) {
      known = { ...known, state: 'clean' };
      return;
    }
    if (known.state === 'new') {
      // A market that needs them again has them reread.
      await memory.wantParts(names);
      known = { ...known, state: 'noted' };
      return;
    }
    await markets.deletion.abandon(names);
    const count = await markets.deletion.deleteAbandoned(signal);
    for (const name of names) await memory.noteOutcome(name, null);
    options.logger.info('parts of markets that nobody needs were deleted', { parts: names.join(', '), count });
    known = { ...known, state: 'clean' };
  };
}
