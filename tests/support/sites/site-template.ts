import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import createKnex from 'knex';
import { tables } from '../../../server/src/database/tables';
import { inTemplates } from '../databases/template-folder';
import { exclusively } from '../../../scripts/lib/exclusive';

/** Boots a site from nothing and stops it again; returns its folder and the SQLite file in it. */
type BootOnce = () => Promise<{ folder: string; filename: string }>;

/**
 * The SQLite file of a site that has booted once, to copy for another one: creating the tables is half of a first boot.
 * One process of a test run creates it for all others. Null outside of a test run.
 */
export async function siteTemplate(bootOnce: BootOnce): Promise<Buffer | null> {
  const file = inTemplates('site.db');
  if (file === null) return null;
  if (!existsSync(file)) {
    await exclusively('site-template', async () => {
      if (!existsSync(file)) await makeTemplate(file, bootOnce);
    });
  }
  return readFileSync(file);
}

async function makeTemplate(file: string, bootOnce: BootOnce): Promise<void> {
  const { folder, filename } = await bootOnce();
  const knex = createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
  try {
    // Contains when its schedules were last checked, which may be far from the time of a test's own clock.
    await knex(tables.state).delete();
  } finally {
    await knex.destroy();
  }
  renameSync(filename, file);
  rmSync(folder, { recursive: true });
}
