import { type Database, lockFree, toNumber } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { insertRows } from '../../database/insert-rows';
import { tables as ownTables } from '../../database/tables';
import { days } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { EntityKind } from '../model/catalog-types';
import { withStoredMoments } from '../tables/moments';
import type { FieldChange } from '../model/product-differences';
import type { ProductHistory } from '../writing/product-history';
import type { RelationsTo, SiteRelation } from './strapi-site-relations';
import type { CatalogTables } from '../tables/strapi-tables';
import type { Withdrawal } from '../writing/withdrawal';

export interface ExpiredRecordsOptions {
  catalogTables: CatalogTables;
  changes: ChangeCollector;
  withdrawal: Pick<Withdrawal, 'delete'>;
  history: Pick<ProductHistory, 'noteDeleted'>;
  relationsTo: RelationsTo;
  retentionDays: () => Promise<number>;
  database: Database;
  /** Shared by all instances: one may delete what another withdrew. */
  clock: DatabaseClock;
  logger: Logger;
}

const kinds: readonly EntityKind[] = ['product', 'category', 'brand'];
// Short transactions: on SQLite, shoppers' reads wait for each of them.
const deletedAtOnce = 50;
const maxListedEntries = 20;

/** Permanently deletes withdrawn records after their retention; logs relations deleted with them (behavior 10.3). */
export function createExpiredRecords(options: ExpiredRecordsOptions) {
  const { catalogTables, changes, withdrawal, relationsTo, clock, logger } = options;

  async function deleteSome(entity: EntityKind, { before, now }: { before: Date; now: Date }): Promise<number> {
    const deleted = await changes.transaction(async (transaction) => {
      const { withdrawn_at: moment = null } = withStoredMoments(transaction, { withdrawn_at: before });
      const expired = transaction({ record: catalogTables.tables[entity] })
        .join({ seen: ownTables.readVersions }, 'seen.upstream_id', 'record.upstream_id')
        .where('seen.entity', entity)
        .where('record.withdrawn_at', '<=', moment)
        .orderBy('record.id')
        .limit(deletedAtOnce)
        .select('record.id', 'record.upstream_id', 'record.title');
      // A transaction that restores a record locks its read version before reading its row: such a record is skipped.
      const rows: Record<string, unknown>[] = await lockFree(options.database, expired);
      if (rows.length === 0) return [];
      const relations = await relationsTo(transaction, { entity, rowIds: rows.map((row) => toNumber(row.id)) });
      const records = rows.map((row) => {
        const own = relations.filter(({ rowId }) => rowId === toNumber(row.id));
        return { id: toNumber(row.upstream_id), title: String(row.title ?? ''), relations: relationChanges(own) };
      });
      await withdrawal.delete(transaction, { entity, ids: records.map(({ id }) => id), now });
      if (entity === 'product') await options.history.noteDeleted(transaction, records, now);
      return records;
    });
    for (const { id, title, relations } of deleted) {
      logger.info('a withdrawn record was deleted', {
        entity,
        id,
        title,
        relations: relations.map(({ item, from }) => `${item}: ${from}`).join('; '),
      });
    }
    return deleted.length;
  }

  /**
   * Records that came with an import have no read version, and a deletion must lock one: gives them the oldest there is.
   */
  async function addReadVersions(entity: EntityKind, before: Date): Promise<void> {
    await changes.transaction(async (transaction) => {
      const { withdrawn_at: moment = null } = withStoredMoments(transaction, { withdrawn_at: before });
      const ids: unknown[] = await transaction({ record: catalogTables.tables[entity] })
        .where('record.withdrawn_at', '<=', moment)
        .whereNotExists(
          (seen) =>
            void seen
              .from({ seen: ownTables.readVersions })
              .select(transaction.raw('1'))
              .where('seen.entity', entity)
              .whereRaw('?? = ??', ['seen.upstream_id', 'record.upstream_id']),
        )
        .pluck('record.upstream_id');
      await insertRows(transaction, ownTables.readVersions, {
        rows: ids.map((id) => ({ entity, upstream_id: toNumber(id), observation: 0 })),
        conflict: { columns: ['entity', 'upstream_id'] },
      });
    });
  }

  /** @returns how many records were deleted */
  return async function deleteExpired(signal: AbortSignal): Promise<number> {
    const now = await clock.read();
    const before = new Date(now.getTime() - days(await options.retentionDays()));
    let deleted = 0;
    for (const entity of kinds) {
      signal.throwIfAborted();
      await addReadVersions(entity, before);
      for (let some = deletedAtOnce; some === deletedAtOnce; ) {
        signal.throwIfAborted();
        some = await deleteSome(entity, { before, now });
        deleted += some;
      }
    }
    return deleted;
  };
}

export type DeleteExpired = ReturnType<typeof createExpiredRecords>;

/** In the form of the history: by attribute, with the entries that had the relation. */
function relationChanges(relations: readonly SiteRelation[]): FieldChange[] {
  const byAttribute = new Map<string, string[]>();
  for (const { attribute, entry } of relations)
    byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), entry]);
  return [...byAttribute].map(([attribute, entries]) => {
    const more = entries.length > maxListedEntries ? `, … (${entries.length})` : '';
    return {
      field: 'relations',
      item: attribute,
      part: null,
      from: entries.slice(0, maxListedEntries).join(', ') + more,
      to: null,
    };
  });
}
