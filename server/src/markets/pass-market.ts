import { isOfTexts, type Market, marketParts, type MarketPart, partName } from './market-parts';
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
  /** The locale of the catalog's texts; null while unknown. */
  storeLocale: string | null;
}

/** In which locale the catalog has the texts. */
export type TextNeeds = Pick<TextsOfMarkets, 'storeLocale'>;

/**
 * The parts of these markets, in the order in which they are first passed over: one market after the other, so that the
 * first can be read before the last is complete. Parts that several markets share are included once.
 * @param texts null: without the parts of texts
 */
export function distinctParts(markets: readonly Market[], texts: TextNeeds | null): MarketPart[] {
  const parts = new Map(
    markets.flatMap((market) =>
      marketParts(market, texts?.storeLocale ?? null).map((part) => [partName(part), part] as const),
    ),
  );
  return [...parts.values()].filter((part) => texts !== null || !isOfTexts(part));
}

/**
 * Passes over one part. A pass that was interrupted continues at its checkpoint, in any process.
 * @throws what a pass over a part throws; the checkpoint remains
 */
export async function passPart(
  tools: PassTools,
  part: MarketPart,
  { trust = 'doubt', texts = null }: { trust?: PassTrust | undefined; texts?: TextsOfMarkets | null },
): Promise<PartReport> {
  if (part.kind === 'membership') return { part, ...(await passMembership(tools, part, trust)) };
  if (part.kind === 'categories') return { part, ...(await passCategories(tools, part, trust)) };
  if (part.kind === 'prices') return { part, ...(await passPrices(tools, part)) };
  if (!texts) throw new TypeError(`the part ${partName(part)} cannot be read without what reads texts`);
  return { part, ...(await passTexts(tools, texts, part)) };
}

/**
 * Passes over markets, one part after the other.
 * @throws what a pass over a part throws; the parts before it are complete
 */
export async function passMarkets(
  tools: PassTools,
  markets: readonly Market[],
  { trust = 'doubt', texts = null }: { trust?: PassTrust | undefined; texts?: TextsOfMarkets | null },
): Promise<PartReport[]> {
  const reports: PartReport[] = [];
  for (const part of distinctParts(markets, texts)) reports.push(await passPart(tools, part, { trust, texts }));
  return reports;
}
