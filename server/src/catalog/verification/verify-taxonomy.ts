import type { Database, Transaction } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';
import type { EntityKind } from '../model/catalog-types';
import { digestsOf, fingerprintOf } from '../model/fingerprint';
import { type DatabaseRow, isWithdrawn, textOf } from '../tables/product-rows';
import { misnamed } from './slug-suspects';
import { catalogBrandOf, catalogCategoryOf } from '../tables/stored-items';
import type { CatalogTables } from '../tables/strapi-tables';
import type { Defect } from './verified-kinds';

type Taxonomy = Exclude<EntityKind, 'product'>;

/** Compares records of categories and brands with the fingerprints and claims that were stored with them. */
export function createTaxonomyVerification({ tables: { tables } }: { tables: CatalogTables }) {
  async function differences(
    reader: Database | Transaction,
    request: { entity: Taxonomy; rows: readonly DatabaseRow[] },
  ): Promise<Map<number, Set<Defect>>> {
    const { entity } = request;
    const rows = request.rows.filter((row) => !isWithdrawn(row));
    const found = new Map<number, Set<Defect>>();
    for (const row of rows)
      if (!isIntact(entity, row)) found.set(toNumber(row.upstream_id), new Set<Defect>(['record']));
    const ids = rows.map((row) => toNumber(row.upstream_id));
    for (const id of await misnamed(reader, { table: tables[entity], ids }))
      found.set(id, (found.get(id) ?? new Set<Defect>()).add('slug'));
    return found;
  }

  return {
    rowsAfter: (
      database: Database,
      { entity, after, limit }: { entity: Taxonomy; after: number; limit: number },
    ): Promise<DatabaseRow[]> =>
      database(tables[entity]).where('upstream_id', '>', after).orderBy('upstream_id').limit(limit).select('*'),

    suspects: differences,

    /** Checks again with the rows locked; the next comparison fetches damaged records. */
    async repair(
      transaction: Transaction,
      { entity, ids }: { entity: Taxonomy; ids: readonly number[] },
    ): Promise<Map<number, Set<Defect>>> {
      const query = transaction(tables[entity])
        .whereIn('upstream_id', [...ids])
        .orderBy('upstream_id')
        .select('*');
      if (dialectOf(transaction) !== 'sqlite') query.forUpdate();
      const rows: DatabaseRow[] = await query;
      const found = await differences(transaction, { entity, rows });
      const damaged = [...found].flatMap(([id, kinds]) => (kinds.has('record') ? [id] : []));
      if (damaged.length > 0)
        await transaction(tables[entity]).whereIn('upstream_id', damaged).update({ fingerprint: '' });
      return found;
    },
  };
}

export type TaxonomyVerification = ReturnType<typeof createTaxonomyVerification>;

function isIntact(entity: Taxonomy, row: DatabaseRow): boolean {
  const digests = entity === 'category' ? digestsOf(catalogCategoryOf(row)) : digestsOf(catalogBrandOf(row));
  return textOf(row.fingerprint) === fingerprintOf(digests, []);
}
