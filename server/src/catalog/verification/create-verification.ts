import type { Database } from '../../database/database';
import type { EventLoop } from '../../lib/clock';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { ProductIndexRepair } from '../product-index/product-index-repair';
import { createMissingLinks } from '../writing/missing-links';
import { createProductLinks } from '../writing/product-links';
import type { ProductIndex } from '../product-index/product-index';
import type { SearchIndex } from '../search/search-port';
import type { CatalogTables } from '../tables/strapi-tables';
import { createVerification, type VerifyPiece } from './verification';
import { createLeftovers } from './verify-leftovers';
import { createProductVerification } from './verify-products';
import { createTaxonomyVerification } from './verify-taxonomy';

/** Joins what verifies the cached catalog. */
export function createCatalogVerification(parts: {
  database: Database;
  tables: CatalogTables;
  productIndex: ProductIndex;
  productIndexRepair: ProductIndexRepair;
  searchIndex: SearchIndex;
  changes: CatalogChanges;
  loop: Pick<EventLoop, 'rest'>;
}): VerifyPiece {
  const { database, tables } = parts;
  const { category: categoryTable, brand: brandTable } = tables.tables;
  const { productCategories: categories, productBrand: brand } = tables;
  const products = createProductVerification({
    ...parts,
    links: createProductLinks({ categoryTable, brandTable, categories, brand }),
    missingLinks: createMissingLinks({ database, linked: { ...tables.tables, categories, brandOf: brand } }),
  });
  return createVerification({
    ...parts,
    products,
    taxonomy: createTaxonomyVerification({ tables }),
    leftovers: createLeftovers(parts),
  });
}
