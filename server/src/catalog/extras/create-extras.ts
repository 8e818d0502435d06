import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { CatalogTables } from '../tables/strapi-tables';
import { createCachedProducts } from './cached-products';
import { createKeptModifiers, type ModifierMarks } from './knex-modifiers';
import { createStoredModifiers } from './stored-modifiers';

/** Wires up what is kept of products besides their records. */
export function createExtras({
  hasModifiers,
  ...parts
}: Pick<Foundation, 'database' | 'databaseClock'> & {
  tables: CatalogTables;
  changes: CatalogChanges;
  /** Whether the site reads modifiers. */
  hasModifiers: () => boolean;
}) {
  const { database } = parts;
  const kept = createKeptModifiers({ ...parts, clock: parts.databaseClock });
  const stored = createStoredModifiers(database);
  const marks: ModifierMarks = {
    mark: async (transaction, marked) => {
      if (hasModifiers()) await kept.mark(transaction, marked);
    },
  };
  return {
    keptModifiers: kept,
    /** What a site that reads none knows is out of date. */
    productModifiers: { read: async (ids: readonly number[]) => (hasModifiers() ? stored.read(ids) : new Map()) },
    modifierMarks: marks,
    cachedProducts: createCachedProducts(parts),
  };
}
