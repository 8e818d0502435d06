import type { Knex } from 'knex';
import { unicodeCollation } from '../create-table';
import { isMysql } from '../database';
import { tables } from '../tables';

/**
 * Converts tables that an earlier version created in a database whose texts are not Unicode: text that could not be
 * stored could not be reported either, and a run that failed because of it stayed `running`.
 */
export const unicodeTables = {
  name: '016-unicode-tables',

  async up(database: Knex): Promise<void> {
    if (!isMysql(database)) return;
    const collation = await unicodeCollation(database);
    for (const table of await limitedTables(database)) {
      await database.raw(`alter table ?? convert to character set utf8mb4 collate ${collation}`, [table]);
    }
    // Converting a table also converts columns that had their own collation.
    await database.raw(
      'alter table ?? modify search_text longtext character set utf8mb4 collate utf8mb4_bin not null',
      [tables.listedProducts],
    );
  },
};

async function limitedTables(database: Knex): Promise<string[]> {
  const rows: { name: unknown }[] = await database('information_schema.columns')
    .whereIn('table_name', Object.values(tables))
    .whereRaw('table_schema = database()')
    .whereNotNull('character_set_name')
    .whereNot('character_set_name', 'utf8mb4')
    .distinct({ name: 'table_name' });
  return rows.map(({ name }) => String(name));
}
