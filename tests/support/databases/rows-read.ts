import type { Core } from '@strapi/strapi';

/**
 * How many rows the database returns for statements that read a content type's own table.
 * @param options.by a column in these statements that the site's background work does not use
 * @param options.ask makes the requests; their rows are counted once it resolves
 */
export async function rowsRead<Result>(
  strapi: Core.Strapi,
  { uid, by, ask }: { uid: string; by: string; ask: () => Promise<Result> },
): Promise<{ rows: number; result: Result }> {
  const { tableName } = strapi.db.metadata.get(uid);
  let rows = 0;
  const note = (response: unknown, { sql }: { sql: string }) => {
    if (/^select/i.test(sql) && sql.includes(tableName) && sql.includes(by) && Array.isArray(response))
      rows += response.length;
  };
  strapi.db.connection.on('query-response', note);
  try {
    const result = await ask();
    return { result, rows };
  } finally {
    strapi.db.connection.removeListener('query-response', note);
  }
}
