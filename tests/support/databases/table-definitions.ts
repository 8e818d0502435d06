import type { Knex } from 'knex';
import { z } from 'zod';

/** Each of our tables by name, with its columns, keys, and indexes, as reported by the database, in the database's order. */
export async function tableDefinitions(database: Knex): Promise<Record<string, string>> {
  const read = readers[String(database.client.config.client)];
  if (!read) throw new Error(`nobody knows how ${String(database.client.config.client)} describes tables`);
  const lines = await read(database);
  const definitions: Record<string, string[]> = {};
  for (const { name, line } of lines) (definitions[name] ??= []).push(line);
  return Object.fromEntries(
    Object.entries(definitions)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, described]) => [name, described.sort().join('\n')]),
  );
}

type Line = { name: string; line: string };

const ours = 'commerce_bridge%';

const readers: Record<string, (database: Knex) => Promise<Line[]>> = {
  'better-sqlite3': async (database) =>
    linesOf(
      await database('sqlite_master')
        .where('tbl_name', 'like', ours)
        .whereNotNull('sql')
        .select({ name: 'tbl_name', line: 'sql' }),
    ),

  pg: async (database) => [
    ...linesOf(
      await database('information_schema.columns')
        .where('table_name', 'like', ours)
        .select({ name: 'table_name' })
        .select(
          database.raw(
            "concat_ws(' ', column_name, data_type, character_maximum_length, is_nullable, column_default) as line",
          ),
        ),
    ),
    ...linesOf(
      await database('pg_indexes').where('tablename', 'like', ours).select({ name: 'tablename', line: 'indexdef' }),
    ),
  ],

  mysql2: async (database) => {
    const tables = linesOf(
      await database('information_schema.tables')
        .whereRaw('table_schema = database()')
        .where('table_name', 'like', ours)
        .select({ name: 'table_name', line: 'engine' }),
    );
    const lines: Line[] = [];
    for (const { name } of tables) {
      const [[definition]] = z
        .tuple([z.array(z.record(z.string(), z.unknown()))])
        .rest(z.unknown())
        .parse(await database.raw('show create table ??', [name]));
      lines.push({ name, line: String(definition?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, '') });
    }
    return lines;
  },
};

const linesOf = (rows: unknown): Line[] => z.array(z.object({ name: z.string(), line: z.string() })).parse(rows);
