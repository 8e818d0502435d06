import type { Knex } from 'knex';
import { dialectOf } from '../database';

const catalogTables = ['commerce_bridge_products', 'commerce_bridge_categories', 'commerce_bridge_brands'];
const momentColumns = ['upstream_created_at', 'upstream_modified_at', 'synced_at', 'created_at'];
const atOnce = 500;

/**
 * Strapi has just changed the columns' type from local time to a moment. Until now they held local time in this
 * process's time zone. PostgreSQL's conversion assumed the server's time zone; on MySQL, the columns still hold the
 * local time as text. Values in an hour repeated by a daylight saving change, and those of instances with other time
 * zones, may remain wrong; the verification of the catalog finds them.
 */
export const moments = {
  name: '015-moments',

  async up(database: Knex): Promise<void> {
    const dialect = dialectOf(database);
    if (dialect === 'sqlite') return;
    for (const table of catalogTables) {
      const columns = await columnsToConvert(database, table);
      if (columns.length > 0)
        await convertTable(database, {
          table,
          columns,
          asMoment: dialect === 'postgres' ? (moment) => moment : utcText,
        });
    }
  },
};

async function columnsToConvert(database: Knex, table: string): Promise<string[]> {
  const info: Record<string, { type: string }> = (await database.schema.hasTable(table))
    ? await database(table).columnInfo()
    : {};
  const changedType = dialectOf(database) === 'postgres' ? 'timestamp with time zone' : 'varchar';
  return momentColumns.filter((column) => info[column]?.type === changedType);
}

interface Conversion {
  table: string;
  columns: readonly string[];
  asMoment: (moment: Date) => Date | string;
}

async function convertTable(database: Knex, { table, columns, asMoment }: Conversion): Promise<void> {
  for (let after = 0; ; ) {
    const rows: Record<string, unknown>[] = await database(table)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .select('id', ...columns.map((column) => wallClock(database, column)));
    const last = rows.at(-1);
    if (!last) return;
    const converted = rows.map((row) => ({
      id: row.id,
      ...Object.fromEntries(columns.map((column) => [column, momentOf(row[column], asMoment)])),
    }));
    await database(table)
      .insert(converted)
      .onConflict('id')
      .merge([...columns]);
    after = Number(last.id);
  }
}

function wallClock(database: Knex, column: string): Knex.Raw | string {
  return dialectOf(database) === 'postgres'
    ? database.raw(`to_char(??, 'YYYY-MM-DD HH24:MI:SS.MS') as ??`, [column, column])
    : column;
}

/** Text without a time zone is read in this process's; text converted before an interrupted boot has its own. */
function momentOf(text: unknown, asMoment: Conversion['asMoment']): Date | string | null {
  if (typeof text !== 'string') return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : asMoment(moment);
}

const utcText = (moment: Date): string => moment.toISOString().replace('T', ' ');
