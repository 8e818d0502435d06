import type { Knex } from 'knex';
import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { ChangedIds } from '../changes/change-log';
import type { CatalogTables } from '../tables/strapi-tables';

// A migration inserts its row.
const sequence = 'categories';

/** Call when changing categories, in the same transaction. */
export async function noteCategoryChange(transaction: Transaction | Database): Promise<void> {
  await transaction(ownTables.sequences).where({ name: sequence }).increment('value', 1);
}

/** The slugs of visible categories. */
export interface CategorySlugs {
  /** A column `categories_version` for statements whose rows reference categories. */
  version(): Knex.QueryBuilder;
  /** The slugs as JSON text, by category id, at this version or a later one. */
  at(version: unknown): Promise<ReadonlyMap<number, string>>;
  /** Drops the slugs if the change can affect them. */
  forget(change: ChangedIds): void;
}

/**
 * Keeps the slugs of visible categories in memory. Every read of products includes the number of the categories' last
 * change, in the same statement: so no notification is needed, whichever instance made the change, and no response ever
 * shows an old slug. Only what other code writes (an import, `strapi.db`) has no such number, and takes a notification.
 */
export function createCategorySlugs({
  database,
  tables: { tables },
}: {
  database: Database;
  tables: CatalogTables;
}): CategorySlugs {
  let held: { version: number; slugs: Promise<ReadonlyMap<number, string>> } | null = null;

  async function read(): Promise<ReadonlyMap<number, string>> {
    const rows = await database(tables.category).where('is_visible', true).select('upstream_id', 'slug');
    return new Map(rows.map((row) => [toNumber(row.upstream_id), JSON.stringify(String(row.slug))]));
  }

  return {
    version: () => database(ownTables.sequences).where({ name: sequence }).select('value').as('categories_version'),

    at(version) {
      const wanted = toNumber(version);
      // Not `>=`: the number of a restored database may be lower.
      if (held && held.version === wanted) return held.slugs;
      const slugs = read();
      const mine = { version: wanted, slugs };
      held = mine;
      slugs.catch(() => {
        if (held === mine) held = null;
      });
      return slugs;
    },

    forget({ isEverything, categories }) {
      if (isEverything || categories.length > 0) held = null;
    },
  };
}
