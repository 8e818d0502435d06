import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { ourTables } from './our-tables';

/** Tables that a dry run may write: its own, sequence numbers, and data that instances exchange. */
export const writtenByDryRuns = [
  'commerce_bridge_runs',
  'commerce_bridge_run_changes',
  'commerce_bridge_run_log',
  'commerce_bridge_run_failures',
  'commerce_bridge_leases',
  'commerce_bridge_instances',
  'commerce_bridge_shared_documents',
  'commerce_bridge_sequences',
];

export type DatabaseDump = ReadonlyMap<string, string>;

/**
 * Every row of our own tables in a site's database, as text by table: for tests of what must not change anything.
 * @param options.except tables that are left out
 */
export async function dumpDatabase(strapi: Core.Strapi, options: { except: readonly string[] }): Promise<DatabaseDump> {
  return dumpTables(strapi.db.connection, options);
}

/** The same for any database with our tables. */
export async function dumpTables(database: Knex, { except }: { except: readonly string[] }): Promise<DatabaseDump> {
  const dump = new Map<string, string>();
  for (const name of await ourTables(database)) {
    if (except.includes(name)) continue;
    const rows: unknown[] = await database(name).select('*');
    dump.set(
      name,
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    );
  }
  return dump;
}

/** The tables that differ; printing whole tables would be too much. */
export function differingTables(before: DatabaseDump, after: DatabaseDump): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((table) => before.get(table) !== after.get(table));
}
