import type { Database } from '../../database/database';
import type { EventLoop } from '../../lib/clock';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { ProductIndexRepair } from '../product-index/product-index-repair';
import type { SideTables } from '../writing/side-tables';
import type { ProductIndex } from '../product-index/product-index';
import type { SearchIndex } from '../search/search-port';
import type { CatalogTables } from '../tables/strapi-tables';
import { createVerification, type VerifyPiece } from './verification';
import { createLeftovers } from './verify-leftovers';
import { createProductVerification } from './verify-products';
import { createTaxonomyVerification } from './verify-taxonomy';

/** Wires up what verifies the cached catalog. */
export function createCatalogVerification(parts: {
  database: Database;
  tables: CatalogTables;
  sideTables: SideTables;
  productIndex: ProductIndex;
  productIndexRepair: ProductIndexRepair;
  searchIndex: SearchIndex;
  changes: CatalogChanges;
  loop: Pick<EventLoop, 'rest'>;
}): VerifyPiece {
  const { tables, sideTables } = parts;
  const products = createProductVerification({ ...parts, ...sideTables });
  return createVerification({
    ...parts,
    products,
    taxonomy: createTaxonomyVerification({ tables }),
    leftovers: createLeftovers(parts),
  });
}
