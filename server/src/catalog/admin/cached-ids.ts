import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import type { EntityKind } from '../model/catalog-types';
import { upstreamIdIn } from '../model/upstream-ids';
import type { CatalogTables } from '../tables/strapi-tables';
import { whereTextIs } from '../tables/text-conditions';

/** Finds cached records by their identifiers. */
export interface CachedIds {
  /** Which of these upstream ids are cached and not withdrawn. */
  among(entity: EntityKind, ids: readonly number[]): Promise<Set<number>>;
  /** The upstream id of the product with this slug, published or not; null when there is none. */
  productWithSlug(slug: string): Promise<number | null>;
  /**
   * The upstream id of the product that a user refers to: a number is tried as an id first, then as a slug. An id that
   * is not cached is returned, too; null for a slug that no product has.
   */
  productNamed(idOrSlug: string): Promise<number | null>;
}

export function createCachedIds({
  database,
  tables: { tables },
}: {
  database: Database;
  tables: CatalogTables;
}): CachedIds {
  const ids: CachedIds = {
    async among(entity, wanted) {
      if (wanted.length === 0) return new Set();
      const found: unknown[] = await database(tables[entity])
        .whereIn('upstream_id', [...wanted])
        .whereNull('withdrawn_at')
        .pluck('upstream_id');
      return new Set(found.map(toNumber));
    },

    async productWithSlug(slug) {
      const query = database(tables.product).select('upstream_id');
      whereTextIs(query, { column: 'slug', text: slug });
      const row: { upstream_id?: unknown } | undefined = await query.first();
      return row ? toNumber(row.upstream_id) : null;
    },

    async productNamed(idOrSlug) {
      const id = upstreamIdIn(idOrSlug);
      if (id !== null && (await ids.among('product', [id])).size > 0) return id;
      return (await ids.productWithSlug(idOrSlug)) ?? id;
    },
  };
  return ids;
}
