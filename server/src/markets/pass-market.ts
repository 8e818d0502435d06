import { type Market, marketParts, type MarketPart, partName, type TextsPart } from './market-parts';
import type { PassReport } from './part-pass';
import { passCategories } from './pass-categories';
import type { PassTrust } from './pass-listing';
import { passMembership } from './pass-membership';
import { passPrices } from './pass-prices';
import { passTexts, type TextTools } from './pass-texts';
import type { PassTools } from './pass-tools';

/** What a pass did with one part. */
export interface PartReport extends PassReport {
  part: MarketPart;
}

/** How texts are read; without it, they are left out. */
export interface TextsOfMarkets extends TextTools {
  /** In which the catalog has them; null when the store has not said yet. */
  storeLocale: string | null;
}

/**
 * Passes over markets, one part after the other; what several markets share is read once. A pass that was interrupted goes
 * on at its checkpoint, in any process.
 * @throws what a pass over a part throws; the parts before it are complete
 */
export async function passMarkets(
  tools: PassTools,
  markets: readonly Market[],
  { trust = 'doubt', texts = null }: { trust?: PassTrust | undefined; texts?: TextsOfMarkets | null },
): Promise<PartReport[]> {
  const reports: PartReport[] = [];
  const parts = new Map(
    markets.flatMap((market) =>
      marketParts(market, texts?.storeLocale ?? null).map((part) => [partName(part), part] as const),
    ),
  );
  const places: readonly MarketPart['kind'][] = [
    'membership',
    'categories',
    'texts',
    'category texts',
    'brand texts',
    'prices',
  ];
  const placeOf = ({ kind }: MarketPart) => places.indexOf(kind);
  // Memberships first: only what is sold is asked for its price.
  for (const part of [...parts.values()].sort((a, b) => placeOf(a) - placeOf(b))) {
    if (part.kind === 'membership') reports.push({ part, ...(await passMembership(tools, part, trust)) });
    if (part.kind === 'categories') reports.push({ part, ...(await passCategories(tools, part, trust)) });
    if (isOfTexts(part) && texts) reports.push({ part, ...(await passTexts(tools, texts, part)) });
    if (part.kind === 'prices') reports.push({ part, ...(await passPrices(tools, part)) });
  }
  return reports;
}

function isOfTexts(part: MarketPart): part is TextsPart {
  return part.kind === 'texts' || part.kind === 'category texts' || part.kind === 'brand texts';
}
