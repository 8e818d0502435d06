import type { Database } from '../../database/database';
import type { CatalogTables } from '../tables/strapi-tables';
import { createMissingLinks, type MissingLinks } from './missing-links';
import { createProductHistory, type ProductHistory } from './product-history';
import { createProductLinks, type ProductLinkTables } from './product-links';

/** What is written together with a record: its links, its missing links, and its history. */
export interface SideTables {
  links: ProductLinkTables;
  missingLinks: MissingLinks;
  history: ProductHistory;
}

/** Created once per site. */
export function createSideTables({
  database,
  catalogTables: { tables, productCategories: categories, productBrand: brand },
}: {
  database: Database;
  catalogTables: CatalogTables;
}): SideTables {
  const { category: categoryTable, brand: brandTable, product: productTable } = tables;
  return {
    links: createProductLinks({ categoryTable, brandTable, categories, brand }),
    missingLinks: createMissingLinks({ database, linked: { ...tables, categories, brandOf: brand } }),
    history: createProductHistory({ productTable }),
  };
}
