import type { Knex } from 'knex';
import { type Database, toNumber } from '../../database/database';
import { numberInJson } from '../../database/number-in-json';
import type { SiteModel } from './strapi-site-models';

/**
 * How many rows of a table, the newest ones, are searched for chosen products. No index finds them; on SQLite, where
 * everything waits meanwhile, 50,000 rows of 6 kB took 180 ms.
 */
const mostSearched = 20_000;

export type SiteModels = ReadonlyMap<string, SiteModel>;

/** The rows whose product fields hold a product. */
export interface ChoosingRows {
  /** Row ids by table; tables without any are left out. */
  ids: ReadonlyMap<string, readonly number[]>;
  /** False: there are more rows than are searched. */
  isComplete: boolean;
}

/** Searches each table with product fields once; at most the newest 20,000 rows of it (behavior 9.5). */
export async function findChoosingRows(
  database: Database,
  { models, productId }: { models: SiteModels; productId: number },
): Promise<ChoosingRows> {
  const ids = new Map<string, readonly number[]>();
  let isComplete = true;
  for (const { table, choices } of models.values()) {
    if (choices.length === 0) continue;
    const last = await database(table).orderBy('id', 'desc').offset(mostSearched).first('id');
    if (last) isComplete = false;
    const found: unknown[] = await database(table)
      .where('id', '>', last ? toNumber(last.id) : 0)
      .where((row) => {
        for (const column of choices) row.orWhere(numberInJson(database, column, productId));
      })
      .pluck('id');
    if (found.length > 0) ids.set(table, found.map(toNumber));
  }
  return { ids, isComplete };
}

/** A cached record, as the site's tables reference it. */
export interface UsedRecord {
  /** Null: it is not cached, so nothing relates to it. */
  rowId: number | null;
  choosing: ChoosingRows['ids'];
}

/**
 * The rows of a content type that use a record, directly or in their components, as a query with the column `id`;
 * null if there are none. Joined instead of nested with `in`, which MariaDB would run once per row.
 */
export function usingRows(
  database: Database,
  { uid, models, record }: { uid: string; models: SiteModels; record: UsedRecord },
): Knex.QueryBuilder | null {
  function rowsOf(of: string, within: readonly string[]): Knex.QueryBuilder | null {
    const model = models.get(of);
    if (!model || within.includes(of)) return null;
    const inComponents = model.components.flatMap(({ attribute, component, table, columns }) => {
      const used = rowsOf(component, [...within, of]);
      if (used === null) return [];
      return database({ listing: table })
        .join(used.as('used'), 'used.id', `listing.${columns.component}`)
        .where({ [`listing.${columns.type}`]: component, [`listing.${columns.attribute}`]: attribute })
        .select({ id: `listing.${columns.owner}` });
    });
    const all = [...related(model), ...choosing(model), ...inComponents];
    return all.length === 0 ? null : database.queryBuilder().unionAll(all);
  }

  const related = ({ relations }: SiteModel) =>
    record.rowId === null
      ? []
      : relations.map(({ table, from, to }) => database(table).where(to, record.rowId).select({ id: from }));

  const choosing = ({ table }: SiteModel) => {
    const ids = record.choosing.get(table);
    // Inlined in the SQL: databases accept fewer parameters than there may be ids.
    return ids
      ? [
          database(table)
            .whereRaw(`id in (${ids.join(', ')})`)
            .select('id'),
        ]
      : [];
  };

  return rowsOf(uid, []);
}
