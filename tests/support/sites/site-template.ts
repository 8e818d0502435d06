import { readFileSync, rmSync } from 'node:fs';
import createKnex from 'knex';
import { tables } from '../../../server/src/database/tables';

/** Boots a site from nothing and stops it again; returns its folder and its SQLite file in there. */
type BootOnce = () => Promise<{ folder: string; filename: string }>;

let sites = 0;
let template: Promise<Buffer> | undefined;

/**
 * The SQLite file of a site that has booted once, to copy for another one: creating its tables is half of a first boot.
 * Null for the first site of a process, which boots from nothing.
 */
export async function siteTemplate(bootOnce: BootOnce): Promise<Buffer | null> {
  sites += 1;
  if (sites === 1) return null;
  template ??= makeTemplate(bootOnce);
  return template;
}

async function makeTemplate(bootOnce: BootOnce): Promise<Buffer> {
  const { folder, filename } = await bootOnce();
  const knex = createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
  try {
    // When its schedules were last looked at: a test's own clock may be far from that.
    await knex(tables.state).delete();
  } finally {
    await knex.destroy();
  }
  const file = readFileSync(filename);
  rmSync(folder, { recursive: true });
  return file;
}
