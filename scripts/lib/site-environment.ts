import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const key = (): string => randomBytes(32).toString('base64');

/**
 * Writes the `.env` of a site that has none: keys generated for this machine, so that a development site needs no
 * manual setup and no key is ever in the repository.
 */
export function writeKeys(site: string): void {
  const file = join(site, '.env');
  if (existsSync(file)) return;
  const lines = [
    '# Made up for this machine on first use; ignored by git.',
    `APP_KEYS=${key()},${key()}`,
    `ADMIN_JWT_SECRET=${key()}`,
    `API_TOKEN_SALT=${key()}`,
    `TRANSFER_TOKEN_SALT=${key()}`,
    `ENCRYPTION_KEY=${key()}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

/**
 * The environment in which a site's Strapi runs: this process's, without variables of a test runner or npm and
 * without settings of the plugin that happen to be set on this machine; the site's own are given in `extra`.
 *
 * NODE_PATH: the site has the plugin in its own node_modules, but Strapi itself is installed one level above and
 * looks for plugins from there. A site with its own `npm install` has both in one place and needs none of this.
 */
export function siteEnvironment(site: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS$|npm_|COMMERCE_BRIDGE_)/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    NODE_ENV: 'production',
    NODE_PATH: join(site, 'node_modules'),
    STRAPI_TELEMETRY_DISABLED: 'true',
    BROWSER: 'none',
    ...extra,
  };
}
