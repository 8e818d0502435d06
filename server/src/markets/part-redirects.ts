import { offered, toNumber, type Transaction } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import type { PartTable } from './knex-part-rows';

/** What is about to overwrite some rows of a part. */
export interface ClaimsToWrite {
  partId: number;
  /** Of the rows that differ. */
  ids: readonly number[];
  received: readonly { id: number; slugClaim: string }[];
  readVersion: number;
}

/** Leaves redirects from the slugs that rows are about to lose. A reader looks for the slug itself first. */
export async function leaveRedirects(
  transaction: Transaction,
  { name, idColumn }: PartTable,
  { partId, ids, received, readVersion }: ClaimsToWrite,
): Promise<void> {
  const claims = new Map(received.map(({ id, slugClaim }) => [id, slugClaim]));
  const stored = await transaction(name)
    .where({ part_id: partId })
    .whereIn(idColumn, [...ids])
    .select({ id: idColumn, slug: 'slug' });
  const moved = stored
    .map((row) => ({ entity_id: toNumber(row.id), slug: String(row.slug) }))
    .filter(({ entity_id: id, slug }) => claims.get(id) !== slug);
  await insertRows(transaction, tables.marketRedirects, {
    rows: moved.map((row) => ({ part_id: partId, ...row, read_version: readVersion })),
    conflict: {
      columns: ['part_id', 'slug', 'entity_id'],
      merge: { read_version: offered(transaction, 'read_version') },
    },
  });
}
