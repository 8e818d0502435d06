import { type Database, toNumber } from '../../database/database';
import type { CatalogTables } from '../tables/strapi-tables';

/** Finds out which products are cached; withdrawn ones do not count. */
export interface CachedProducts {
  among(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** The ids above this one, ascending. */
  after(id: number, limit: number): Promise<number[]>;
}

export function createCachedProducts({
  database,
  tables: { tables },
}: {
  database: Database;
  tables: CatalogTables;
}): CachedProducts {
  const present = () => database(tables.product).whereNull('withdrawn_at');
  const idsOf = (found: unknown[]) => found.map(toNumber);
  return {
    among: async (ids) =>
      new Set(
        idsOf(
          await present()
            .whereIn('upstream_id', [...ids])
            .pluck('upstream_id'),
        ),
      ),
    after: async (id, limit) =>
      idsOf(await present().where('upstream_id', '>', id).orderBy('upstream_id').limit(limit).pluck('upstream_id')),
  };
}
