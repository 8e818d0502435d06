import { toNumber } from '../../database/database';
import type { ListChangedProducts } from '../model/list-changed-products';
import type { MarketProductReader } from '../model/market-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, isoSecondsOf, textOf } from '../tables/product-rows';
import type { FindMarketPage } from './market-pages';
import { orderOfProducts, productIndexes } from './page';
import type { ProductStatements } from './product-statements';

const lastFirst = { orderBy: 'synced', direction: 'desc' } as const;

/** Reads along the index of changes; for a market, only products that it sells. */
export function createChangedProducts({
  source: { database, tables },
  statements,
  findPage,
  marketProducts,
}: {
  source: CatalogSource;
  statements: Pick<ProductStatements, 'publishedAlong'>;
  findPage: FindMarketPage;
  marketProducts: Pick<MarketProductReader, 'findByIds'>;
}): ListChangedProducts {
  const inCatalog: ListChangedProducts = async ({ page, pageSize }) => {
    const published = statements.publishedAlong(productIndexes.synced);
    const [counted] = await published.clone().count({ count: '*' });
    const rows: DatabaseRow[] = await published
      .orderBy(orderOfProducts(lastFirst))
      .select('product.upstream_id', 'product.slug', 'product.synced_at')
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    return {
      products: rows.map((row) => ({
        id: toNumber(row.upstream_id),
        slug: textOf(row.slug),
        changedAt: isoSecondsOf(row.synced_at),
      })),
      total: toNumber(counted?.count),
    };
  };

  return async (request, side) => {
    if (!side) return inCatalog(request);
    const { ids, total } = await findPage(side, { ...request, ...lastFirst, filter: {} });
    const rows = await database(tables.tables.product).whereIn('upstream_id', ids).select('upstream_id', 'synced_at');
    const changed = new Map(rows.map((row) => [toNumber(row.upstream_id), isoSecondsOf(row.synced_at)]));
    const records = await marketProducts.findByIds(side, ids, 'summary');
    const products = records.map(({ id, slug }) => ({ id, slug, changedAt: changed.get(id) ?? '' }));
    return { products: products.filter(({ changedAt }) => changedAt !== ''), total };
  };
}
