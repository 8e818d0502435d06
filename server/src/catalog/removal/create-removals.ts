import type { Database } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { createAbsences } from './absences';
import { createExpiredRecords, type ExpiredRecordsOptions } from './expired-records';
import { missingLinksOf } from '../writing/missing-links';
import { createProductHistory } from '../writing/product-history';
import type { ProductIndex } from '../product-index/product-index';
import { createRemovalLimit, type RemovalLimit } from './removal-limit';
import { createRemovals } from './removals';
import type { CatalogTables } from '../tables/strapi-tables';
import { createWithdrawal } from '../writing/withdrawal';

/** Wires the way out of the catalog. */
export function createRemovalParts(options: {
  database: Database;
  catalogTables: CatalogTables;
  clock: DatabaseClock;
  settings: () => RemovalLimit;
  drawReadVersion: () => Promise<number>;
}) {
  const absences = createAbsences(options);
  return { absences, removals: createRemovals({ ...options, absences, limit: createRemovalLimit(options) }) };
}

/** Wires what deletes withdrawn records for good. */
export function createExpiry(
  options: Omit<ExpiredRecordsOptions, 'withdrawal' | 'history'> & { database: Database; productIndex: ProductIndex },
) {
  const { catalogTables, productIndex, changes } = options;
  return createExpiredRecords({
    ...options,
    withdrawal: createWithdrawal({ catalogTables, productIndex, changes, missingLinks: missingLinksOf(options) }),
    history: createProductHistory({ productTable: catalogTables.tables.product }),
  });
}
