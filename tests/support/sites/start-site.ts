import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  developmentLogin,
  logIn,
  registerAdministrator,
  type Administrator,
  type Login,
} from '../../../scripts/lib/administrator';
import { playground } from '../../../scripts/lib/paths';
import { prepareSite } from '../../../scripts/lib/prepare-site';
import { launchSite, type SiteProcess } from '../../../scripts/lib/site-process';
import { youngMemory } from '../young-memory';
import { withoutModifiers } from './without-modifiers';

export { developmentLogin, logIn, type Administrator, type Login };

export interface SiteOptions {
  /** Added to the site's environment, for example `COMMERCE_BRIDGE_API_URL`. By default, modifiers are not read. */
  env?: NodeJS.ProcessEnv;
  /** An existing SQLite file, the `databaseFile` of an earlier site. Default: a new one. */
  databaseFile?: string;
  /** Default: a free one. */
  port?: number;
}

export interface TestSite extends SiteProcess {
  /** Absolute path; survives `stop` and `kill`, so that another site can use it. Removed when the tests end. */
  databaseFile: string;
}

/**
 * Starts the prepared playground, in production mode and in a separate process, on a free port with an empty
 * SQLite database, and waits until it responds. Prepares the site first if something changed; the first time this
 * takes about a minute.
 */
export async function startSite(options: SiteOptions = {}): Promise<TestSite> {
  await prepareSite();
  const databaseFile = options.databaseFile ?? freshDatabaseFile();
  const site = await launchSite({
    site: playground,
    nodeArguments: youngMemory,
    ...(options.port === undefined ? {} : { port: options.port }),
    env: {
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: databaseFile,
      ADMIN_RATE_LIMIT: 'false',
      ...withoutModifiers,
      ...options.env,
    },
  });
  return { ...site, databaseFile };
}

/** Creates the first administrator (a super admin) of a fresh site and logs in as them. */
export async function createAdministrator(site: TestSite, login: Login = developmentLogin): Promise<Administrator> {
  return registerAdministrator(site, login);
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function freshDatabaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-'));
  folders.push(folder);
  return join(folder, 'site.db');
}
