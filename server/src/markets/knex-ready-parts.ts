import { type Database, toNumber } from '../database/database';
import { tables } from '../database/tables';
import { MarketNotReadyError } from './market-errors';
import { type Market, type MarketPart, marketParts, partName } from './market-parts';

/** The parts of a market by the ids of their rows, each of which was complete once. */
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
   * In one statement, and never from memory: clearing the catalog deletes parts.
   * @throws MarketNotReadyError when a part was never complete
   */
  partsOf(market: Market): Promise<ReadyParts>;
  /** Of those of these markets that can be read, by key; in one statement, too. */
  partsOfAll(markets: readonly Market[]): Promise<ReadonlyMap<string, ReadyParts>>;
}

export interface ReadyMarketsParts {
  database: Database;
  /** The store's own, in which the catalog has the texts; null when the store has not said yet. */
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

/** Null when one of them was never complete, other than categories: on the default market's channel they are the catalog's. */
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
