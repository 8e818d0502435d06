import type { Knex } from 'knex';
import { toNumber } from '../../database/database';
import { liveRows } from '../tables/live-rows';
import type { CatalogTables } from '../tables/strapi-tables';

/** How many records the cache holds. */
export interface CatalogCounts {
  products: number;
  /** Records that the public API serves. */
  publishedProducts: number;
  categories: number;
  brands: number;
}

export function createCatalogCounts({
  database,
  tables,
}: {
  database: Knex;
  tables: CatalogTables;
}): () => Promise<CatalogCounts> {
  const count = async (query: Knex.QueryBuilder) => {
    const [row]: { count?: unknown }[] = await query.count({ count: '*' });
    return toNumber(row?.count);
  };
  return async () => ({
    products: await count(liveRows(database, tables, 'product')),
    publishedProducts: await count(database(tables.tables.product).where('publication_status', 'publish')),
    categories: await count(liveRows(database, tables, 'category')),
    brands: await count(liveRows(database, tables, 'brand')),
  });
}
