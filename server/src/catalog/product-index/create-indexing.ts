import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { SearchIndex } from '../search/search-port';
import type { CatalogTables } from '../tables/strapi-tables';
import { createProductIndex } from './product-index';
import { createProductIndexRepair } from './product-index-repair';
import { createProductIndexWatch } from './product-index-watch';

/** Wires up the product index and what rebuilds it after an upgrade or an import. */
export function createIndexing({
  searchIndex,
  clock,
  ...parts
}: Pick<Foundation, 'database' | 'state' | 'clock' | 'loop' | 'logger'> & {
  tables: CatalogTables;
  changes: CatalogChanges;
  searchIndex: SearchIndex;
  othersRun: () => Promise<boolean>;
}) {
  const productIndex = createProductIndex({ searchIndex });
  const productIndexRepair = createProductIndexRepair({ ...parts, productIndex, searchIndex });
  const productIndexWatch = createProductIndexWatch({ repair: productIndexRepair, clock, logger: parts.logger });
  return { productIndex, productIndexRepair, productIndexWatch };
}
