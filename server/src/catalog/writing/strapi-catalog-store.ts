import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { ProductIndex } from '../product-index/product-index';
import type { CatalogTables } from '../tables/strapi-tables';
import type { CatalogStore } from './catalog-store';
import type { ReadVersions } from './knex-read-versions';
import { createLinkFingerprints } from './link-fingerprints';
import { missingLinksOf } from './missing-links';
import { createProductComparison } from './product-comparison';
import { createProductHistory } from './product-history';
import { createProductLinks } from './product-links';
import { createRemove } from './remove-records';
import { unseenRecords } from './unseen-records';
import { createUpsert } from './upsert-records';
import { createWithdrawal } from './withdrawal';

export interface StrapiCatalogStoreOptions {
  database: Database;
  catalogTables: CatalogTables;
  readVersions: ReadVersions;
  productIndex: ProductIndex;
  changes: ChangeCollector;
  /** Whether what upstream does not show any more is kept for a while; if not, it is deleted at once. Kept, when absent. */
  keepsWithdrawn?: () => boolean;
  /** Gives others a turn between the steps of a long write; nobody, when absent. */
  yieldIfDue?: () => Promise<void>;
}

/**
 * The catalog in Strapi's own tables, written in bulk. Bulk writes pass by Strapi's document service, so they set
 * what it would set (document id, timestamps, published_at, link tables) and emit no events.
 */
export function createStrapiCatalogStore(options: StrapiCatalogStoreOptions): CatalogStore {
  const { database, catalogTables, changes } = options;
  const { product, category, brand } = catalogTables.tables;
  const links = createProductLinks({
    categoryTable: category,
    brandTable: brand,
    categories: catalogTables.productCategories,
    brand: catalogTables.productBrand,
  });
  const history = createProductHistory({ productTable: product });
  const missingLinks = missingLinksOf({ database, catalogTables });
  const refreshFingerprints = createLinkFingerprints({ catalogTables, links });
  const withdrawal = createWithdrawal({ ...options, missingLinks });

  return {
    transaction: changes.transaction,
    upsert: createUpsert({
      yieldIfDue: async () => undefined,
      ...options,
      links,
      missingLinks,
      history,
      refreshFingerprints,
    }),
    findDiffering: createProductComparison({ productTable: product, links }),
    remove: createRemove({ keepsWithdrawn: () => true, ...options, withdrawal, history }),
    unseen: (request) => unseenRecords({ database, catalogTables }, request),
    async count(entity, transaction) {
      const [row] = await (transaction ?? database)(catalogTables.tables[entity]).count({ count: '*' });
      return toNumber(row?.count);
    },
  };
}
