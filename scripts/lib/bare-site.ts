import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageName, playground } from './paths';
import { run } from './run';
import { writeKeys } from './site-environment';

/**
 * Creates a minimal Strapi site with the plugin installed from its archive: no API, no extension, and in particular
 * no `config/plugins`. Peers (Strapi itself, React) are not installed and come from the level above.
 */
export async function makeBareSite(folder: string, archive: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  writeFiles(folder);
  writeKeys(folder);
  const plugin = { [packageName]: `file:${archive}` };
  writeManifest(folder, plugin);
  const npm = ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
  await run({ command: 'npm', args: npm, cwd: folder });
  // Strapi's commands only run where it is a dependency; if it were listed earlier, npm would install it a second time.
  writeManifest(folder, { ...plugin, '@strapi/strapi': newestStrapi() });
}

/** The version that the playground and all tests use. */
export function newestStrapi(): string {
  const manifest: { dependencies: Record<'@strapi/strapi', string> } = JSON.parse(
    readFileSync(join(playground, 'package.json'), 'utf8'),
  );
  return manifest.dependencies['@strapi/strapi'];
}

function writeManifest(folder: string, dependencies: Record<string, string>): void {
  const manifest = { name: 'bare-site', private: true, version: '0.0.0', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
}

function writeFiles(folder: string): void {
  const files: Record<string, string> = {
    'src/index.js': 'module.exports = {};\n',
    'public/uploads/.gitkeep': '',
    'config/server.js': configuration(`
      host: env('HOST'),
      port: env.int('PORT'),
      app: { keys: env.array('APP_KEYS') },
      logger: { updates: { enabled: false }, startup: { enabled: false } },`),
    'config/admin.js': configuration(`
      auth: { secret: env('ADMIN_JWT_SECRET') },
      apiToken: { salt: env('API_TOKEN_SALT') },
      transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
      secrets: { encryptionKey: env('ENCRYPTION_KEY') },
      serveAdminPanel: false,`),
    'config/database.js': configuration(`
      connection: { client: 'sqlite', connection: { filename: env('DATABASE_FILENAME') }, useNullAsDefault: true },`),
    'config/middlewares.js': `module.exports = ${JSON.stringify(usualMiddlewares, null, 2)};\n`,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** What Strapi's own site generator writes. */
export const usualMiddlewares = [
  'logger',
  'errors',
  'security',
  'cors',
  'poweredBy',
  'query',
  'body',
  'session',
  'favicon',
  'public',
].map((name) => `strapi::${name}`);

const configuration = (properties: string): string => `module.exports = ({ env }) => ({${properties}\n});\n`;
