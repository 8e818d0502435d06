import { randomUUID } from 'node:crypto';
import { registerAdministrator, type Administrator, type SiteAddress } from '../lib/administrator';
import { run } from '../lib/run';
import { launchSite, type SiteLaunch } from '../lib/site-process';
import { createCaseDatabase } from './case-database';
import { folderOf, installSite, removeDevelopment, type InstalledSite } from './install-site';
import type { SiteCase } from './site-case';
import { writeSite } from './site-files';
import { startProxy } from './sub-path-proxy';

/** A running site of a case, as its visitors reach it. */
export interface RunningSite {
  /** The address without the path prefix of a proxy. */
  address: Required<SiteAddress>;
  /** For example `http://127.0.0.1:41773/cms/api`. */
  api: string;
  administrator: Administrator;
}

/** The versions that a case ran on. */
export interface SiteVersions {
  node: string;
  database: string;
}

interface Preparation {
  /** The plugin's archive; null for a site without it. */
  archive: string | null;
  env?: NodeJS.ProcessEnv;
  /** Called with each step. */
  show: (step: string) => void;
}

/**
 * Installs a case's site, builds the admin panel for production, starts it, and stops it after use.
 * @throws Error with the site's log when it does not start, or when `use` fails
 */
export async function runSite<Found>(
  site: SiteCase,
  { archive, env: given, show }: Preparation,
  use: (running: RunningSite) => Promise<Found>,
): Promise<SiteVersions & { found: Found }> {
  show('installing');
  writeSite(folderOf(site), site, { hasPlugin: archive !== null });
  const installed = await installSite(site, archive);
  const database = await createCaseDatabase(site);
  const env = {
    ...installed.env,
    ...given,
    NODE_ENV: 'production',
    DATABASE_CONNECTION: JSON.stringify(database.connection),
    // Required by users-permissions, which only generates it in `.env` in development.
    JWT_SECRET: randomUUID(),
  };
  try {
    if (site.withoutPanel !== true) {
      show('building the admin panel');
      await run({ command: installed.node, args: [installed.strapi, 'build'], cwd: installed.folder, env });
    }
    if (site.withoutDevelopment === true) await removeDevelopment(installed);
    show('starting, using');
    const found = await launched(site, { ...installed, env }, use);
    const node = await run({ command: installed.node, args: ['--version'] });
    return { node: node.trim().slice(1), database: database.title, found };
  } finally {
    await database.remove();
  }
}

async function launched<Found>(
  site: SiteCase,
  installed: InstalledSite,
  use: (running: RunningSite) => Promise<Found>,
): Promise<Found> {
  const { below = '' } = site;
  const running = await launchSite(launchOf(site, installed));
  const proxy = below === '' ? null : await startProxy(running.url, below);
  const url = proxy?.url ?? running.url;
  try {
    return await use({
      address: { url, panel: `${below}${site.panel ?? '/admin'}` },
      api: `${url}${below}${site.restPrefix ?? '/api'}`,
      administrator: await registerAdministrator(running),
    });
  } catch (error) {
    throw new Error(`${running.log()}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    await proxy?.stop();
    await running.stop();
  }
}

// A mount in a namespace of its own affects this process only.
const readOnly = 'mount --bind "$PWD" "$PWD" && mount -o remount,ro,bind "$PWD" && cd "$PWD" && exec "$@"';

function launchOf(site: SiteCase, { folder, node, strapi, env }: InstalledSite): SiteLaunch {
  if (site.isReadOnly !== true) return { site: folder, node, strapi, env };
  const namespace = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const command = [...namespace, 'sh', '-c', readOnly, 'sh', node, strapi, 'start'];
  return { site: folder, env, node: 'unshare', strapi: '--mount', command };
}
