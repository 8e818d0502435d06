import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { EntityKind } from '../model/catalog-types';
import { noteCategoryChange } from '../product-index/category-slugs';
import type { ProductIndex } from '../product-index/product-index';
import type { CatalogTables } from '../tables/strapi-tables';
import { forgetEntities } from './entity-memories';

// Short transactions, so that reads do not wait long; SQLite accepts at most 500 in one list.
const partSize = 200;

/** Products first: while they are removed, the records they reference still exist and can be reported. */
const order: readonly EntityKind[] = ['product', 'category', 'brand'];

/** Removes all cached records of every kind, in batches, and everything stored about them. */
export function createCatalogClearing(options: {
  database: Database;
  tables: CatalogTables;
  productIndex: ProductIndex;
  changes: ChangeCollector;
}) {
  const {
    database,
    tables: { tables },
    productIndex,
    changes,
  } = options;

  async function clearSome(entity: EntityKind): Promise<number> {
    return changes.transaction(async (transaction) => {
      const found: unknown[] = await transaction(tables[entity]).limit(partSize).pluck('upstream_id');
      const ids = found.map(toNumber);
      if (ids.length === 0) return 0;
      changes.collect(transaction, { entity, kind: 'removed', ids });
      await transaction(tables[entity]).whereIn('upstream_id', ids).delete();
      if (entity === 'product') await productIndex.remove(transaction, ids);
      if (entity === 'category') await noteCategoryChange(transaction);
      return ids.length;
    });
  }

  return async function clear(signal: AbortSignal): Promise<Record<EntityKind, number>> {
    const cleared = { product: 0, category: 0, brand: 0 };
    for (const entity of order) {
      for (let count = await clearSome(entity); count > 0; count = await clearSome(entity)) {
        cleared[entity] += count;
        signal.throwIfAborted();
      }
    }
    await forgetEntities(database);
    return cleared;
  };
}

export type CatalogClearing = ReturnType<typeof createCatalogClearing>;
