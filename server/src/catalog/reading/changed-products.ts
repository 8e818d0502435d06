import { dialectOf, toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { EventLoop } from '../../lib/clock';
import type { ListChangedProducts } from '../model/list-changed-products';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, dateOf, isoSecondsOf, textOf } from '../tables/product-rows';
import type { MarketLanguage } from './market-language';
import { orderOfProducts, productIndexes } from './page';
import { createProductStatements, type ProductStatements } from './product-statements';

const lastFirst = { orderBy: 'synced', direction: 'desc' } as const;

// This takes a few milliseconds, during which all other reads wait.
const productsPerStatement = 500;

type Page = Parameters<ListChangedProducts>[0];

interface SortedIds {
  ids: number[];
  /** On all pages. */
  total: number;
}

/**
 * Reads along the index of changes. A market may sell any part of the catalog, so there all of its products are sorted:
 * by the database or, on SQLite, here, read a few hundred at a time.
 */
export function createChangedProducts({
  source,
  statements,
  language: { slugs },
  loop,
}: {
  source: CatalogSource;
  /** For published products. */
  statements: Pick<ProductStatements, 'publishedAlong'>;
  language: Pick<MarketLanguage, 'slugs'>;
  loop: Pick<EventLoop, 'turn'>;
}): ListChangedProducts {
  const { database } = source;
  const inStore = createProductStatements(source, 'store').published('many');

  async function sortInDatabase(membershipId: number, { page, pageSize }: Page): Promise<SortedIds> {
    const sold = inStore.clone().join({ member: ownTables.marketMembers }, (join) => {
      join.on('member.product_id', 'product.upstream_id').andOnVal('member.part_id', membershipId);
    });
    const [counted] = await sold.clone().count({ count: '*' });
    const ids: unknown[] = await sold
      .orderBy(orderOfProducts(lastFirst))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .pluck('product.upstream_id');
    return { ids: ids.map(toNumber), total: toNumber(counted?.count) };
  }

  async function sortHere(membershipId: number, { page, pageSize }: Page): Promise<SortedIds> {
    const changes: { id: number; at: number }[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const members: unknown[] = await database(ownTables.marketMembers)
        .where({ part_id: membershipId })
        .where('product_id', '>', after)
        .orderBy('product_id')
        .limit(productsPerStatement)
        .pluck('product_id');
      const ids = members.map(toNumber);
      const rows: DatabaseRow[] = await inStore
        .clone()
        .whereRaw(`product.upstream_id in (${ids.join(',')})`)
        .select({ id: 'product.upstream_id', at: 'product.synced_at' });
      for (const { id, at } of rows) changes.push({ id: toNumber(id), at: dateOf(at).getTime() });
      after = ids.length < productsPerStatement ? null : (ids.at(-1) ?? null);
      await loop.turn();
    }
    const sorted = changes.sort((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id);
    return { ids: sorted.slice((page - 1) * pageSize, page * pageSize), total: sorted.length };
  }

  const findPage = dialectOf(database) === 'sqlite' ? sortHere : sortInDatabase;

  const inCatalog: ListChangedProducts = async ({ page, pageSize }) => {
    const published = statements.publishedAlong(productIndexes.synced);
    const [counted] = await published.clone().count({ count: '*' });
    const rows: DatabaseRow[] = await published
      .orderBy(orderOfProducts(lastFirst))
      .select('product.upstream_id', 'product.slug', 'product.synced_at')
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    return { products: rows.map(changedProductOf), total: toNumber(counted?.count) };
  };

  return async (request, side) => {
    if (!side) return inCatalog(request);
    const { ids, total } = await findPage(side.membershipId, request);
    const rows: DatabaseRow[] = await inStore
      .clone()
      .whereIn('product.upstream_id', ids)
      .select('product.upstream_id', 'product.slug', 'product.synced_at');
    const changed = new Map(rows.map((row) => [toNumber(row.upstream_id), changedProductOf(row)]));
    const products = ids.flatMap((id) => changed.get(id) ?? []);
    const named = side.texts ? await slugs.product.of(side.texts.productsId, products) : new Map<number, string>();
    return {
      products: products.map((product) => ({ ...product, slug: named.get(product.id) ?? product.slug })),
      total,
    };
  };
}

const changedProductOf = (row: DatabaseRow) => ({
  id: toNumber(row.upstream_id),
  slug: textOf(row.slug),
  changedAt: isoSecondsOf(row.synced_at),
});
