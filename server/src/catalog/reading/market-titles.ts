import type { Knex } from 'knex';
import type { EventLoop } from '../../lib/clock';
import { toNumber } from '../../database/database';
import { chunksOf } from '../../lib/chunks';
import type { MarketSide } from '../model/market-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import { whereTextContains } from '../tables/text-conditions';
import { joinMarket, type MarketConditions, type MarketMatches } from './market-pages';
import { createProductStatements } from './product-statements';

// On SQLite, this takes some milliseconds, during which all other reads wait.
const matchesPerStatement = 2000;

/** The folded title of a product. */
export interface FoundTitle {
  id: number;
  key: string;
}

/**
 * Finds the products that a market shows and whose title there contains the term, which is folded and not empty. Of
 * those that the search finds there, only the `most` with the highest ids are considered.
 */
export type FindMarketTitles = (side: MarketSide, search: { term: string; most: number }) => Promise<FoundTitle[]>;

/**
 * Only products that the market shows count as found: others, of which there may be many more, cost one look each at
 * the market's members.
 */
export function createMarketTitles({
  source,
  findMatches,
  loop,
}: {
  source: CatalogSource;
  findMatches: MarketConditions['findMatches'];
  loop: Pick<EventLoop, 'turn'>;
}): FindMarketTitles {
  const statements = createProductStatements(source, 'store');

  const shownAmong = (side: MarketSide, ids: readonly number[]): Knex.QueryBuilder =>
    joinMarket(statements.published('many'), side).whereRaw(`member.product_id in (${ids.join(',')})`);

  /** The newest of these that the market shows: with texts of its own, or without, where it has any. */
  async function newestOf(
    ids: Float64Array,
    { side, texts, most }: { side: MarketSide; texts: 'own' | 'catalog'; most: number },
  ): Promise<number[]> {
    const newest: number[] = [];
    for (const some of chunksOf(Array.from(ids).reverse(), matchesPerStatement)) {
      if (newest.length >= most) break;
      await loop.turn();
      const query = shownAmong(side, some);
      if (texts === 'own') query.whereNotNull('named.product_id');
      else if (side.texts) query.whereNull('named.product_id');
      const found: unknown[] = await query.pluck('member.product_id');
      newest.push(...found.map(toNumber));
    }
    return newest;
  }

  async function considered(
    { byCatalog, byTexts }: MarketMatches,
    { side, most }: { side: MarketSide; most: number },
  ): Promise<number[]> {
    const own = byTexts ?? new Float64Array();
    if (byCatalog.length + own.length <= most) return [...new Set([...byCatalog, ...own])];
    const shown = [
      ...(await newestOf(byCatalog, { side, texts: 'catalog', most })),
      ...(await newestOf(own, { side, texts: 'own', most })),
    ];
    return shown.sort((a, b) => b - a).slice(0, most);
  }

  return async (side, { term, most }) => {
    const found = await findMatches(term, side);
    const ids = found ? await considered(found, { side, most }) : [];
    if (ids.length === 0) return [];
    const query = shownAmong(side, ids).select({ id: 'member.product_id', title: 'product.title_key' });
    if (side.texts) query.select({ named: 'named.title_key' });
    query.where((either) => {
      if (!side.texts) return whereTextContains(either, { column: 'product.title_key', text: term });
      whereTextContains(either, { column: 'named.title_key', text: term });
      either.orWhere((unnamed) => {
        whereTextContains(unnamed.whereNull('named.product_id'), { column: 'product.title_key', text: term });
      });
    });
    const rows: DatabaseRow[] = await query;
    return rows.map(({ id, title, named = null }) => ({ id: toNumber(id), key: textOf(named ?? title) }));
  };
}
