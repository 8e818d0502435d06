import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cache, playground } from '../../../scripts/lib/paths';
import { prepareSite } from '../../../scripts/lib/prepare-site';
import { launchSite, type SiteProcess } from '../../../scripts/lib/site-process';

export interface DevelopmentSite extends SiteProcess {
  /** The site's folder, a copy, since the Content-Type Builder writes into it. Removed by `stop`. */
  folder: string;
}

/** Starts a copy of the playground with `strapi develop`, with the production build of the admin panel. */
export async function startDevelopmentSite(): Promise<DevelopmentSite> {
  await prepareSite();
  const folder = copyOfPlayground();
  const site = await launchSite({
    site: folder,
    command: ['develop', '--no-watch-admin', '--no-build-admin', '--no-install-deps'],
    env: {
      NODE_ENV: 'development',
      DATABASE_CLIENT: 'sqlite',
      DATABASE_FILENAME: join(folder, 'site.db'),
      ADMIN_RATE_LIMIT: 'false',
    },
  });
  const stop = async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...site, folder, stop };
}

function copyOfPlayground(): string {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'development-'));
  for (const name of ['package.json', 'tsconfig.json', '.env', 'favicon.png', 'config', 'src', 'public']) {
    cpSync(join(playground, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(playground, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'dist'));
  symlinkSync(join(playground, 'dist', 'build'), join(folder, 'dist', 'build'));
  return folder;
}
