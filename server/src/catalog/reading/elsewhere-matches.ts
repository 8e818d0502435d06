import { toNumber } from '../../database/database';
import { alongIndex } from '../../database/index-order';
import { tables as ownTables } from '../../database/tables';
import type { EventLoop } from '../../lib/clock';
import type { MarketSide } from '../model/market-reader';
import { scanTextsOf } from '../search/scanned-texts';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, isVisibleElsewhere } from '../tables/product-rows';
import type { ListMemory } from './list-memory';
import { type PackedIds, packIds, unpackIds } from './packed-ids';

/**
 * The ids, ascending, of the products that a further market sells but the default market does not show, and whose texts
 * in the catalog contain the term.
 * @param term folded, not empty
 */
export type FindElsewhere = (side: Pick<MarketSide, 'membershipId'>, term: string) => Promise<Float64Array>;

// On SQLite, this takes some milliseconds, during which all other reads wait.
const productsPerStatement = 2000;
const mostMarkets = 30;
const mostTerms = 30;

/** The search index has only published products, so the texts of the others are read here. */
export function createElsewhereMatches({
  source: { database, tables },
  memory,
  loop,
}: {
  source: CatalogSource;
  memory: ListMemory;
  loop: Pick<EventLoop, 'turn'>;
}): FindElsewhere {
  const shown = memory.kindOf<PackedIds>(mostMarkets);
  const found = memory.kindOf<PackedIds>(mostTerms);

  async function readShown(membershipId: number): Promise<Float64Array> {
    const ids: number[] = [];
    for (let after = 0; ; ) {
      const rows: DatabaseRow[] = await alongIndex(database, {
        table: tables.tables.product,
        alias: 'product',
        index: 'cb_products_facts',
      })
        .leftJoin({ member: ownTables.marketMembers }, (join) => {
          join.on('member.product_id', 'product.upstream_id').andOnVal('member.part_id', membershipId);
        })
        .where('product.publication_status', 'draft')
        .where('product.upstream_id', '>', after)
        .orderBy('product.upstream_id')
        .limit(productsPerStatement)
        .select('product.upstream_id', 'product.is_visible_elsewhere', 'member.product_id');
      for (const row of rows)
        if (row.product_id !== null && isVisibleElsewhere(row)) ids.push(toNumber(row.upstream_id));
      if (rows.length < productsPerStatement) return Float64Array.from(ids);
      after = toNumber(rows.at(-1)?.upstream_id);
      await loop.turn();
    }
  }

  async function search(membershipId: number, term: string): Promise<Float64Array> {
    const about = { key: String(membershipId), dependencies: ['presence'], isOfMarket: true } as const;
    const all = unpackIds(await memory.remember(shown, about, async () => packIds(await readShown(membershipId))));
    const ids: number[] = [];
    for (let at = 0; at < all.length; at += productsPerStatement) {
      const some = all.subarray(at, at + productsPerStatement);
      ids.push(...(await scanTextsOf(database(ownTables.listedProducts), { database, ids: some, term })));
      await loop.turn();
    }
    return Float64Array.from(ids);
  }

  return async ({ membershipId }, term) => {
    const about = { key: `${membershipId} ${term}`, dependencies: ['presence', 'text'], isOfMarket: true } as const;
    return unpackIds(await memory.remember(found, about, async () => packIds(await search(membershipId, term))));
  };
}
