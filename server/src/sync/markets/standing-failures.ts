import type { Markets } from '../../markets/create-markets';
import { partName } from '../../markets/market-parts';
import { distinctParts } from '../../markets/pass-market';
import type { SiteMarkets } from '../../markets/site-markets';
import { type FailedPart, type MarketPassMemory, wantedVersionOf } from './market-pass-memory';

export interface StandingFailuresOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'textNeeds'>;
  memory: Pick<MarketPassMemory, 'failed' | 'wanted'>;
}

/**
 * @returns a reader of why parts could not be read, by their names, without removals that an administrator has approved
 * since: the passes that make them may take minutes, and need no second approval
 */
export function createStandingFailures({ siteMarkets, markets, memory }: StandingFailuresOptions) {
  return async (): Promise<ReadonlyMap<string, FailedPart>> => {
    const failed = await memory.failed();
    if (![...failed.values()].some(({ isHeld }) => isHeld)) return failed;
    const [{ confirmed }, texts] = await Promise.all([memory.wanted(), markets.textNeeds()]);
    const approved = new Map<string, number>();
    for (const market of siteMarkets.further())
      for (const name of distinctParts([market], texts).map(partName))
        approved.set(name, Math.max(approved.get(name) ?? 0, wantedVersionOf(confirmed, market.key)));
    return new Map([...failed].filter(([name, { isHeld, since }]) => !isHeld || since >= (approved.get(name) ?? 0)));
  };
}
