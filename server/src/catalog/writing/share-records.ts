import type { Transaction } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import type { ReadVersionClaim } from './knex-read-versions';
import { tables } from '../../database/tables';

// Lower than every drawn number.
const neverRead = 0;

/**
 * Keeps records, whether or not they exist, from being created or removed until the transaction ends; any number of
 * transactions may do so at once. Writing a record locks its read version exclusively (`ReadVersions.claim`).
 */
export async function shareRecords(
  transaction: Transaction,
  { entity, ids }: { entity: ReadVersionClaim['entity']; ids: readonly number[] },
): Promise<void> {
  const rows = ids.map((id) => ({ entity, upstream_id: id, observation: neverRead }));
  await insertRows(transaction, tables.readVersions, { rows, conflict: { columns: ['entity', 'upstream_id'] } });
  await transaction(tables.readVersions)
    .where({ entity })
    .whereIn('upstream_id', [...ids])
    .orderBy('upstream_id')
    .forShare()
    .select('upstream_id');
}
