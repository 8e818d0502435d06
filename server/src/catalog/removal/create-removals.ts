import type { Foundation } from '../../database/create-foundation';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { ProductIndex } from '../product-index/product-index';
import type { CatalogTables } from '../tables/strapi-tables';
import type { SideTables } from '../writing/side-tables';
import { createWithdrawal } from '../writing/withdrawal';
import { createAbsences } from './absences';
import { createExpiredRecords } from './expired-records';
import { createRemovalLimit, type RemovalLimit } from './removal-limit';
import { createRemovals } from './removals';
import type { RelationsTo } from './strapi-site-relations';

/** Wires up removal: records that upstream no longer returns, and records withdrawn long enough ago. */
export function createRemovalParts({
  limit,
  ...parts
}: Pick<Foundation, 'database' | 'databaseClock' | 'logger'> & {
  catalogTables: CatalogTables;
  sideTables: SideTables;
  productIndex: ProductIndex;
  changes: ChangeCollector;
  limit: () => RemovalLimit;
  drawReadVersion: () => Promise<number>;
  /** Finds the relations of the site's own content. */
  relationsTo: RelationsTo;
  /** How many days withdrawn records are kept. */
  retentionDays: () => Promise<number>;
}) {
  const common = { ...parts, clock: parts.databaseClock };
  const absences = createAbsences(common);
  return {
    absences,
    removals: createRemovals({ ...common, absences, limit: createRemovalLimit({ ...common, settings: limit }) }),
    deleteExpired: createExpiredRecords({
      ...common,
      withdrawal: createWithdrawal({ ...parts, ...parts.sideTables }),
      history: parts.sideTables.history,
    }),
  };
}
