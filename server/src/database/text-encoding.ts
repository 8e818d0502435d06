import type { Database, Transaction } from './database';
import { dialectOf } from './database';

/** Which texts a database can hold. */
export type TextEncoding = { kind: 'unicode' } | { kind: 'limited'; charset: string; wanted: string };

const unicode: TextEncoding = { kind: 'unicode' };

/** How texts are stored in the catalog's tables, including Strapi's own. */
export async function readTextEncoding(database: Database, { table }: { table: string }): Promise<TextEncoding> {
  const dialect = dialectOf(database);
  if (dialect === 'sqlite') return unicode;
  if (dialect === 'postgres') {
    const charset = await serverEncoding(database);
    return charset === 'UTF8' ? unicode : { kind: 'limited', charset, wanted: 'UTF8' };
  }
  const columns: { charset: unknown }[] = await database('information_schema.columns')
    .where({ table_name: table })
    .whereRaw('table_schema = database()')
    .whereNotNull('character_set_name')
    .distinct({ charset: 'character_set_name' });
  const [limited] = columns.map(({ charset }) => String(charset)).filter((charset) => charset !== 'utf8mb4');
  return limited === undefined ? unicode : { kind: 'limited', charset: limited, wanted: 'utf8mb4' };
}

const encodings = new WeakMap<object, Promise<string>>();

/** Queried once per process: a database keeps the encoding that it was created with. */
function serverEncoding(database: Database | Transaction): Promise<string> {
  const key: object = database.client.config;
  const known =
    encodings.get(key) ??
    database
      .raw('show server_encoding')
      .then((response: { rows: { server_encoding: string }[] }) => String(response.rows[0]?.server_encoding));
  encodings.set(key, known);
  known.catch(() => encodings.delete(key));
  return known;
}

/**
 * Makes texts in our own records acceptable to any database. The report of a failure may contain the very text that the
 * database rejected, and must still be written: unsupported characters become question marks. Our tables on MySQL
 * support every character.
 */
export async function textsThatFit(database: Database | Transaction): Promise<(text: string) => string> {
  const isLimited =
    dialectOf(database) === 'postgres' && !['UTF8', 'SQL_ASCII'].includes(await serverEncoding(database));
  return (text) => {
    const whole = text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
    return isLimited ? whole.replace(/[^\u0001-\u007f]/gu, '?') : whole;
  };
}

/** JSON that every database accepts unchanged, no matter which characters it contains. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\u0001-\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
