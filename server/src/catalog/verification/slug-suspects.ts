import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { DatabaseRow } from '../tables/product-rows';

/**
 * Returns those of these records that may have the wrong slug: one other than their claim although no record with a
 * lower id has the same claim, or one other than the derived slug although such a record exists. `settleSlugs` decides.
 */
export async function misnamed(
  reader: Database | Transaction,
  { table, ids }: { table: string; ids: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows: DatabaseRow[] = await reader({ own: table })
    .leftJoin({ rival: table }, (join) => {
      join.on('rival.slug_claim', 'own.slug_claim').andOn('rival.upstream_id', '<', 'own.upstream_id');
    })
    .whereIn('own.upstream_id', [...ids])
    .select({ id: 'own.upstream_id', slug: 'own.slug', claim: 'own.slug_claim', rival: 'rival.slug_claim' });
  // A case-insensitive collation finds too much; slugs are case-sensitive.
  const beaten = new Set(rows.filter(({ claim, rival }) => claim === rival).map(({ id }) => toNumber(id)));
  const suspects = rows.filter(
    ({ id, slug, claim }) => slug !== (beaten.has(toNumber(id)) ? `${String(claim)}-${String(id)}` : claim),
  );
  return [...new Set(suspects.map(({ id }) => toNumber(id)))];
}
