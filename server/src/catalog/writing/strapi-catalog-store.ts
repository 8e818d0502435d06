import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { WorkScheduler } from '../../lib/work-scheduler';
import type { ProductMarks } from '../extras/pending-products';
import type { ProductIndex } from '../product-index/product-index';
import type { CatalogTables } from '../tables/strapi-tables';
import type { CatalogStore } from './catalog-store';
import type { ReadVersions } from './knex-read-versions';
import { createLinkFingerprints } from './link-fingerprints';
import { createProductComparison } from './product-comparison';
import { createRemove } from './remove-records';
import type { SideTables } from './side-tables';
import { unseenRecords } from './unseen-records';
import { createUpsert } from './upsert-records';
import { createWithdrawal } from './withdrawal';

export interface StrapiCatalogStoreOptions {
  database: Database;
  catalogTables: CatalogTables;
  readVersions: ReadVersions;
  sideTables: SideTables;
  productIndex: ProductIndex;
  changes: ChangeCollector;
  /** Marks the written products, so that their modifiers and metafields are read next; by default, none are marked. */
  extraMarks?: ProductMarks;
  /** Whether records that upstream no longer returns are kept for a while, not deleted at once; true by default. */
  keepsWithdrawn?: () => boolean;
  /** Yields between the steps of a long write or read; does not yield by default. */
  workScheduler?: Pick<WorkScheduler, 'yieldIfDue' | 'yieldInTransactionIfDue'>;
}

const neverYields = { yieldIfDue: async () => undefined, yieldInTransactionIfDue: async () => undefined };

/**
 * The catalog in Strapi's own tables, written in bulk. Bulk writes bypass Strapi's document service, so they set
 * what it would set (document id, timestamps, published_at, link tables) and emit no events.
 */
export function createStrapiCatalogStore(options: StrapiCatalogStoreOptions): CatalogStore {
  const { database, catalogTables, changes, sideTables, workScheduler = neverYields } = options;
  const { links, missingLinks, history } = sideTables;
  const refreshFingerprints = createLinkFingerprints({ catalogTables, links });
  const withdrawal = createWithdrawal({ ...options, missingLinks });

  return {
    transaction: changes.transaction,
    upsert: createUpsert({
      ...options,
      ...sideTables,
      yieldIfDue: workScheduler.yieldInTransactionIfDue,
      refreshFingerprints,
    }),
    findDiffering: createProductComparison({ productTable: catalogTables.tables.product, links }),
    remove: createRemove({ keepsWithdrawn: () => true, ...options, withdrawal, history }),
    unseen: (request) => unseenRecords({ database, catalogTables, workScheduler }, request),
    async count(entity, transaction) {
      const [row] = await (transaction ?? database)(catalogTables.tables[entity]).count({ count: '*' });
      return toNumber(row?.count);
    },
  };
}
