import { type Market, type MarketPart, partName, marketParts } from './market-parts';
import type { PassReport } from './part-pass';
import { passMembership, type PassTrust } from './pass-membership';
import { passPrices } from './pass-prices';
import type { PassTools } from './pass-tools';

/** What a pass did with one part. */
export interface PartReport extends PassReport {
  part: MarketPart;
}

/**
 * Passes over markets, one part after the other; what several markets share is read once. A pass that was interrupted goes
 * on at its checkpoint, in any process.
 * @throws what a pass over a part throws; the parts before it are complete
 */
export async function passMarkets(
  tools: PassTools,
  markets: readonly Market[],
  trust: PassTrust = 'doubt',
): Promise<PartReport[]> {
  const reports: PartReport[] = [];
  const parts = new Map(
    markets.flatMap((market) => marketParts(market).map((part) => [partName(part), part] as const)),
  );
  // Memberships first: only what is sold is asked for its price.
  for (const part of [...parts.values()].sort((a, b) => placeOf(a) - placeOf(b))) {
    const report = await (part.kind === 'membership' ? passMembership(tools, part, trust) : passPrices(tools, part));
    reports.push({ part, ...report });
  }
  return reports;
}

const placeOf = ({ kind }: MarketPart): number => (kind === 'membership' ? 0 : 1);
