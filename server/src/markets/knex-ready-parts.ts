import { type Database, toNumber } from '../database/database';
import { tables } from '../database/tables';
import { MarketNotReadyError } from './market-errors';
import { type Market, type MarketPart, marketParts, partName } from './market-parts';

/** The ids of a market's parts, each of which was read completely at least once. */
export interface ReadyParts {
  membershipId: number;
  pricesId: number;
  /** The categories of its channel's own tree; null when they were never complete. */
  categoriesId: number | null;
  /** Null where the catalog has the texts. */
  texts: { productsId: number; categoriesId: number; brandsId: number } | null;
}

/** Which markets can be read. */
export interface ReadyMarkets {
  /**
   * Reads them in one statement, never from memory: clearing the catalog deletes parts.
   * @throws MarketNotReadyError when a part was never complete
   */
  partsOf(market: Market): Promise<ReadyParts>;
  /** The parts of those markets that can be read, by market key; also in one statement. */
  partsOfAll(markets: readonly Market[]): Promise<ReadonlyMap<string, ReadyParts>>;
}

export interface ReadyMarketsParts {
  database: Database;
  /** The store's own locale, that of the catalog's texts; null while unknown. */
  storeLocale: () => Promise<string | null>;
}

export function createKnexReadyMarkets({ database, storeLocale }: ReadyMarketsParts): ReadyMarkets {
  async function partsOfAll(markets: readonly Market[]): Promise<Map<string, ReadyParts>> {
    const locale = await storeLocale();
    const needed = markets.map((market) => ({ key: market.key, parts: marketParts(market, locale) }));
    const names = needed.flatMap(({ parts }) => parts.map((part) => partName(part)));
    const rows = await database(tables.marketParts)
      .whereIn('name', [...new Set(names)])
      .whereNotNull('complete_since')
      .select('id', 'name');
    const ids = new Map(rows.map((row) => [String(row.name), toNumber(row.id)]));
    const ready = new Map<string, ReadyParts>();
    for (const { key, parts } of needed) {
      const found = readyParts(parts, ids);
      if (found) ready.set(key, found);
    }
    return ready;
  }

  return {
    partsOfAll,
    async partsOf(market) {
      const parts = (await partsOfAll([market])).get(market.key);
      if (!parts) throw new MarketNotReadyError(market);
      return parts;
    },
  };
}

/** Null if a part other than categories was never complete: on the default market's channel, the catalog has those. */
function readyParts(parts: readonly MarketPart[], ids: ReadonlyMap<string, number>): ReadyParts | null {
  const byKind = new Map(parts.map((part) => [part.kind, ids.get(partName(part))]));
  const membershipId = byKind.get('membership');
  const pricesId = byKind.get('prices');
  const tree = { categoriesId: byKind.get('categories') ?? null };
  if (membershipId === undefined || pricesId === undefined) return null;
  if (!byKind.has('texts')) return { membershipId, pricesId, ...tree, texts: null };
  const productsId = byKind.get('texts');
  const categoriesId = byKind.get('category texts');
  const brandsId = byKind.get('brand texts');
  if (productsId === undefined || categoriesId === undefined || brandsId === undefined) return null;
  return { membershipId, pricesId, ...tree, texts: { productsId, categoriesId, brandsId } };
}
