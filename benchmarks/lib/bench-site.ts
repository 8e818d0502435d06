import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, packageName, playground, repository } from '../../scripts/lib/paths';
import { preparePackage } from '../../scripts/lib/prepare-site';
import { run } from '../../scripts/lib/run';
import { writeKeys } from '../../scripts/lib/site-environment';
import { launchSite, type SiteProcess } from '../../scripts/lib/site-process';
import { pin } from './pinning';

const folder = join(cache, 'bench-site');

/**
 * Creates the site that is measured: the built plugin in a site with Strapi's defaults, and `benchmarks/site/index.js`.
 */
export async function makeBenchSite(): Promise<void> {
  const archive = await preparePackage('bench');
  const plugin = join(folder, 'node_modules', packageName);
  for (const part of ['config', 'src', 'node_modules']) rmSync(join(folder, part), { recursive: true, force: true });
  for (const part of ['src/api', 'public/uploads', 'database/migrations'])
    mkdirSync(join(folder, part), { recursive: true });
  mkdirSync(plugin, { recursive: true });
  await run({ command: 'tar', args: ['-xzf', archive, '-C', plugin, '--strip-components=1'] });
  cpSync(join(playground, 'config'), join(folder, 'config'), { recursive: true });
  cpSync(join(repository, 'benchmarks', 'site', 'index.js'), join(folder, 'src', 'index.js'));
  // Strapi's commands only run where it is a dependency.
  const manifest = {
    name: 'bench-site',
    private: true,
    version: '0.0.0',
    dependencies: { '@strapi/strapi': '5.54.0', [packageName]: '*' },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  if (!existsSync(join(folder, '.env'))) writeKeys(folder);
}

/**
 * Node's own heap limit in a container or on a machine with 2 GB. It determines how much garbage V8 accumulates: there
 * up to twice the memory in use, on a larger machine up to four times.
 */
export const asInTwoGigabytes = '--max-old-space-size=1000';

/**
 * Starts the measured site with a database.
 * @param env specifies the database and the store
 * @param options.place `everywhere` for a site that may use all processors; by default it has one of its own
 */
export async function launchBenchSite(
  env: NodeJS.ProcessEnv,
  { place = 'site' }: { place?: 'site' | 'everywhere' } = {},
): Promise<SiteProcess> {
  const site = await launchSite({
    site: folder,
    env: { SERVE_ADMIN_PANEL: 'false', ADMIN_RATE_LIMIT: 'false', ...env },
    readyWithin: 180_000,
  });
  if (place === 'site') pin(site.pid, 'site');
  return site;
}
