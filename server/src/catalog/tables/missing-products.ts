import { toNumber, type Transaction } from '../../database/database';
import { shareRecords } from './share-records';
import type { CatalogTables } from './strapi-tables';

/** Of these ids, those of products that have no record, not even a withdrawn one, until the transaction ends. */
export async function missingProducts(
  transaction: Transaction,
  { tables }: CatalogTables,
  ids: readonly number[],
): Promise<number[]> {
  await shareRecords(transaction, { entity: 'product', ids });
  const found: unknown[] = await transaction(tables.product)
    .whereIn('upstream_id', [...ids])
    .pluck('upstream_id');
  const present = new Set(found.map(toNumber));
  return ids.filter((id) => !present.has(id));
}
