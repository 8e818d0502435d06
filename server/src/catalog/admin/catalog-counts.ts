import type { Knex } from 'knex';
import { toNumber } from '../../database/database';
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
  tables: { tables },
}: {
  database: Knex;
  tables: CatalogTables;
}): () => Promise<CatalogCounts> {
  const count = async (query: Knex.QueryBuilder) => {
    const [row]: { count?: unknown }[] = await query.count({ count: '*' });
    return toNumber(row?.count);
  };
  return async () => ({
    products: await count(database(tables.product).whereIn('publication_status', ['publish', 'draft'])),
    publishedProducts: await count(database(tables.product).where('publication_status', 'publish')),
    categories: await count(database(tables.category).whereNull('withdrawn_at')),
    brands: await count(database(tables.brand).whereNull('withdrawn_at')),
  });
}
