import type { Foundation } from '../../database/create-foundation';
import type { WorkScheduler } from '../../lib/work-scheduler';
import type { CatalogChanges, ChangeCollector } from '../changes/catalog-changes';
import type { ProductMarks } from '../extras/pending-products';
import type { ProductIndex } from '../product-index/product-index';
import type { CatalogTables } from '../tables/strapi-tables';
import { createSideTables } from './side-tables';
import { createReadVersions } from './knex-read-versions';
import { createSlugRepair } from './slug-repair';
import { createCatalogClearing } from './strapi-catalog-clearing';
import { createStrapiCatalogSnapshots } from './strapi-catalog-snapshots';
import { createStrapiCatalogStore } from './strapi-catalog-store';

/** Wires up what writes cached records. */
export function createWriting({
  tables,
  changes,
  ...parts
}: Pick<Foundation, 'database' | 'state' | 'logger'> & {
  workScheduler: Pick<WorkScheduler, 'yieldIfDue' | 'yieldInTransactionIfDue'>;
  tables: CatalogTables;
  changes: CatalogChanges;
  extraMarks: ProductMarks;
  productIndex: ProductIndex;
  /** Whether records that upstream no longer returns are kept for a while; if not, they are deleted at once. */
  keepsWithdrawn: () => boolean;
}) {
  const readVersions = createReadVersions(parts.database);
  const sideTables = createSideTables({ ...parts, catalogTables: tables });
  return {
    sideTables,
    readVersions,
    slugRepair: createSlugRepair({ ...parts, tables, changes }),
    snapshots: createStrapiCatalogSnapshots(tables),
    clearing: createCatalogClearing({ ...parts, tables, changes: changes.bulk }),
    /** A store that reports its changes to this collector. */
    storeFor: (collector: ChangeCollector) =>
      createStrapiCatalogStore({
        ...parts,
        catalogTables: tables,
        sideTables,
        readVersions,
        changes: collector,
      }),
  };
}
