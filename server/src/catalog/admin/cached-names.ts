import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { EntityKind } from '../model/catalog-types';
import type { CatalogTables } from '../tables/strapi-tables';
import { whereTextContains, whereTextIs } from '../tables/text-conditions';

/** Maps upstream ids to names that people recognize, and back. */
export interface CachedNames {
  /** Names by upstream id; ids that are not cached are left out. */
  namesOf(entity: EntityKind, ids: readonly number[]): Promise<Map<number, string>>;
  /** Upstream ids of the first products whose text contains this, or whose SKU equals it. */
  productsMatching(text: string, limit: number): Promise<number[]>;
}

export function createCachedNames({
  database,
  tables: { tables },
}: {
  database: Database;
  tables: CatalogTables;
}): CachedNames {
  return {
    async namesOf(entity, ids) {
      if (ids.length === 0) return new Map();
      const rows = await database(tables[entity])
        .whereIn('upstream_id', [...ids])
        .select('upstream_id', 'title');
      return new Map(rows.map((row) => [toNumber(row.upstream_id), String(row.title)]));
    },

    async productsMatching(text, limit) {
      const query = database(tables.product)
        .where((either) => {
          either.where((exact) => whereTextIs(exact, { column: 'sku', text }));
          const texts = database(ownTables.listedProducts).select('product_id');
          whereTextContains(texts, { column: 'search_text', text });
          either.orWhereIn('upstream_id', texts);
        })
        .limit(limit);
      const ids: unknown[] = await query.pluck('upstream_id');
      return ids.map(toNumber);
    },
  };
}
