import { dialectOf, type Transaction } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import type { EntityKind } from '../model/catalog-types';

// Lower than every drawn number.
const neverRead = 0;

/**
 * Keeps records, whether or not they exist, from being created or removed until the transaction ends; any number of
 * transactions may do so at once. Writing a record locks its read version exclusively (`ReadVersions.claim`).
 */
export async function shareRecords(
  transaction: Transaction,
  { entity, ids }: { entity: EntityKind; ids: readonly number[] },
): Promise<void> {
  // SQLite runs one transaction at a time, or refuses the second one.
  if (dialectOf(transaction) === 'sqlite') return;
  // Always in the same order, to avoid deadlocks.
  const sorted = [...ids].sort((one, other) => one - other);
  const rows = sorted.map((id) => ({ entity, upstream_id: id, observation: neverRead }));
  await insertRows(transaction, tables.readVersions, { rows, conflict: { columns: ['entity', 'upstream_id'] } });
  await transaction(tables.readVersions)
    .where({ entity })
    .whereIn('upstream_id', sorted)
    .orderBy('upstream_id')
    .forShare()
    .select('upstream_id');
}
