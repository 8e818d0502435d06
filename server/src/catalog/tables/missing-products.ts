import { type Database, toNumber, type Transaction } from '../../database/database';
import type { CatalogTables } from './strapi-tables';

/** Of these ids, those of products that have no record, not even a withdrawn one. */
export async function missingProducts(
  connection: Database | Transaction,
  { tables }: CatalogTables,
  ids: readonly number[],
): Promise<number[]> {
  const found: unknown[] = await connection(tables.product)
    .whereIn('upstream_id', [...ids])
    .pluck('upstream_id');
  const present = new Set(found.map(toNumber));
  return ids.filter((id) => !present.has(id));
}
