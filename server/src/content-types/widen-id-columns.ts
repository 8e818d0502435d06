import type { Core } from '@strapi/strapi';
import { type Database, dialectOf } from '../database/database';
import { idColumns, statusLength } from './synced-attributes';

/**
 * Widens the id columns that an earlier version created to 64 bits, before Strapi compares its tables with their
 * schemas. Strapi would do it column by column, which fails on MySQL and MariaDB: the index over status, title, and id
 * already takes all of the 3,072 bytes that a key may have there, so the same statement must narrow the status.
 */
export function widenIdColumns(strapi: Core.Strapi): void {
  strapi.hook('strapi::content-types.beforeSync').register(async () => {
    const database = strapi.db.connection;
    if (dialectOf(database) === 'sqlite') return;
    for (const [entity, columns] of Object.entries(idColumns))
      await widen(database, { table: strapi.db.metadata.get(`plugin::commerce-bridge.${entity}`).tableName, columns });
  });
}

async function widen(
  database: Database,
  { table, columns }: { table: string; columns: readonly string[] },
): Promise<void> {
  const isMysql = dialectOf(database) === 'mysql';
  const found = await database('information_schema.columns')
    .whereRaw(isMysql ? 'table_schema = database()' : 'table_schema = current_schema()')
    .where('table_name', table)
    .select({ name: 'column_name', type: 'data_type' });
  const types = new Map(found.map(({ name, type }) => [String(name), String(type)]));
  const narrow = columns.filter((column) => types.has(column) && types.get(column) !== 'bigint');
  if (narrow.length === 0) return;
  const changes: string[] = narrow.map(() =>
    isMysql ? 'modify column ?? bigint null' : 'alter column ?? type bigint',
  );
  if (isMysql && types.has('publication_status'))
    changes.unshift(`modify column publication_status varchar(${statusLength}) null`);
  await database.raw(`alter table ?? ${changes.join(', ')}`, [table, ...narrow]);
}
