import { expect } from 'vitest';
import { recordUids } from '../../../server/src/content-types/record-uids';
import { recordIds } from '../sites/article-site';
import type { BootedSite } from '../sites/boot-site';
import { attempts, recordAttempts } from './hostile-queries';

/** The response to each hostile query, on a site of `articleSite`. */
export async function tryHostile(site: BootedSite, token?: string) {
  const { id, documentId } = await recordIds(site, 'product', 12);
  const all = [...attempts.map((query) => `/articles?${query}`), ...recordAttempts];
  const responses = new Map<string, { status: number; text: string }>();
  for (const attempt of all) {
    const path = attempt
      .replaceAll('%', String(id))
      .replace(/(documentId\]=|products\/)&/, (_, before: string) => `${before}${documentId}`);
    const response = await fetch(`${site.url}/api${encodeURI(path)}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    responses.set(attempt, { status: response.status, text: await response.text() });
  }
  return responses;
}

/** Removes all relations of hidden records; returns a function that restores them. */
export async function unrelateHidden(site: BootedSite): Promise<() => Promise<void>> {
  const { connection, dialect } = site.strapi.db;
  const tables: string[] = await dialect.schemaInspector.getTables();
  const taken: { table: string; rows: object[] }[] = [];
  const hidden = { product: [12, 13], category: [2, 3], brand: [2] };
  for (const kind of ['product', 'category', 'brand'] as const) {
    const ids = await Promise.all(hidden[kind].map(async (id) => (await recordIds(site, kind, id)).id));
    for (const table of tables) {
      const columns = Object.keys(await connection(table).columnInfo());
      const morph = table.endsWith('_mph') && columns.find((name) => name.endsWith('_type'));
      const rows = morph
        ? connection(table)
            .whereIn(morph.replace(/_type$/, '_id'), ids)
            .where(morph, recordUids[kind])
        : table.endsWith('_lnk') && columns.includes(`${kind}_id`) && connection(table).whereIn(`${kind}_id`, ids);
      if (rows === false) continue;
      taken.push({ table, rows: await rows.clone() });
      await rows.delete();
    }
  }
  expect(taken.flatMap(({ rows }) => rows).length).toBeGreaterThan(20);
  return async () => {
    for (const { table, rows } of taken) if (rows.length > 0) await connection(table).insert(rows);
  };
}
