import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import createKnex from 'knex';
import { tables } from '../../../server/src/database/tables';
import { inTemplates } from '../databases/template-folder';
import { exclusively } from '../../../scripts/lib/exclusive';

/** Boots a site from nothing and stops it again; returns its folder and its SQLite file in there. */
type BootOnce = () => Promise<{ folder: string; filename: string }>;

/**
 * The SQLite file of a site that has booted once, to copy for another one: creating its tables is half of a first boot. One
 * of a test run's processes makes it for all of them. Null outside of a test run.
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
    // When its schedules were last looked at: a test's own clock may be far from that.
    await knex(tables.state).delete();
  } finally {
    await knex.destroy();
  }
  renameSync(filename, file);
  rmSync(folder, { recursive: true });
}
