import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createStrapi, type Core } from '@strapi/strapi';
import plugin from '../../../server/src';
import { type Environment, replaceEnvironment } from '../../../server/src/environment';
import { fillFromTemplate } from '../databases/database-template';
import { fetchByContract } from '../http/rest-contract';
import { siteEnded, siteLog, siteStarts } from './running-sites';
import { keepSingleHandlers } from './single-handlers';
import { siteTemplate } from './site-template';
import { withoutModifiers } from './without-modifiers';
import './cheap-passwords';

const repository = resolve(__dirname, '../../..');
const databaseFile = 'data.db';

export interface BootOptions {
  /** The operator's environment variables; by default, modifiers are not read. */
  environment?: Record<string, string>;
  /** The plugin's part of `config/plugins`. */
  config?: Record<string, unknown>;
  /** JavaScript of an object that is merged into it: for functions, which JSON can't express. */
  configSource?: string;
  /** `connection` of `config/database`; default: a fresh SQLite file. */
  database?: Record<string, unknown>;
  /** The fresh SQLite file has a write-ahead log. */
  writeAhead?: boolean;
  /** Creates its tables itself, for tests of a first boot; other sites start with copied tables. */
  fromNothing?: boolean;
  /** Default: no `config/middlewares`, for Strapi's own defaults. */
  middlewares?: readonly unknown[];
  /** Further plugins, by the names of their packages, with their configuration. */
  plugins?: Readonly<Record<string, Record<string, unknown>>>;
  /** Added to `config/server`. */
  server?: Record<string, unknown>;
  /** `config/api`. */
  api?: Record<string, unknown>;
  /**
   * Files of the site itself by their path, for example an additional content type; anything but strings is written as
   * JSON.
   */
  sources?: Readonly<Record<string, unknown>>;
  machine?: Partial<Environment>;
  /** False: the host has no encryption key. */
  encryptionKey?: string | false;
  /** An earlier site's folder, to boot it again with its data. */
  folder?: string;
}

export interface BootedSite {
  strapi: Core.Strapi;
  /** Without a trailing slash. */
  url: string;
  folder: string;
  /** Calls the admin API as a super admin. */
  admin(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown; headers: Headers }>;
  /** `fetch` below `{base_url}`; throws if the response does not match `/openapi.json`. */
  rest(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** The super admin that a site has from its first call of the admin API. */
export const login = { email: 'admin@example.com', password: 'Correct-horse-1', firstname: 'Ada', lastname: 'Admin' };

/**
 * Boots a real Strapi site in this process, with the plugin from its source, its own database, and a real HTTP
 * server on a free port.
 */
export async function bootSite(options: BootOptions = {}): Promise<BootedSite> {
  const folder = options.folder ?? (await makeSite(options));
  const strapi = await loadSite(folder, options.machine);
  await listen(strapi);

  const address = strapi.server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('the site does not listen on a port');
  const url = `http://127.0.0.1:${address.port}`;
  let token: string | null = null;

  return {
    strapi,
    url,
    folder,
    async admin(method, path, body) {
      token ??= await logIn(url);
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed: unknown = text === '' ? null : JSON.parse(text);
      return { status: response.status, body: parsed, headers: response.headers };
    },
    rest: (path, init) => fetchByContract(`${url}/api/commerce-bridge/v1`, path, init),
    async stop() {
      await strapi.destroy().finally(() => siteEnded(strapi));
    },
  };
}

async function makeSite(options: BootOptions): Promise<string> {
  const folder = writeSite(options);
  // With another key, plugin, or content type, a first boot is different.
  if (options.fromNothing || options.sources || options.plugins) return folder;
  if (options.encryptionKey !== undefined) return folder;
  if (options.database) {
    await fillFromTemplate(options.database, async (database) => removeSite(await bootOnce({ database })));
    return folder;
  }
  const file = await siteTemplate(() => bootOnce({}));
  if (file) writeFileSync(join(folder, databaseFile), file);
  return folder;
}

async function bootOnce(options: BootOptions): Promise<{ folder: string; filename: string }> {
  const folder = writeSite(options);
  const strapi = await loadSite(folder);
  await strapi.destroy().finally(() => siteEnded(strapi));
  return { folder, filename: join(folder, databaseFile) };
}

async function loadSite(folder: string, machine?: Partial<Environment>): Promise<Core.Strapi> {
  const strapi = createStrapi({ appDir: folder, distDir: folder, serveAdminPanel: false, autoReload: false });
  if (machine) replaceEnvironment(strapi, machine);
  // Strapi puts the schemas of a site's extensions into the plugin's content types.
  const ownPlugin = { ...plugin, contentTypes: structuredClone(plugin.contentTypes) };
  Object.assign(globalThis, { commerceBridgeFromSource: ownPlugin });
  siteStarts(strapi);
  try {
    await strapi.load();
    keepSingleHandlers(strapi);
    return strapi;
  } catch (error) {
    // A site that fails to start must not keep the process alive. Stopping it throws, since parts are missing.
    await strapi.destroy().catch(() => undefined);
    siteEnded(strapi);
    throw error;
  }
}

/** Removes a stopped site's folder. */
export function removeSite(site: { folder: string }): void {
  rmSync(site.folder, { recursive: true, force: true });
}

async function listen(strapi: Core.Strapi): Promise<void> {
  await new Promise<void>((done) => {
    strapi.server.listen(0, '127.0.0.1', () => done());
  });
}

async function logIn(url: string): Promise<string> {
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const registered = await post('/admin/register-admin', login);
  const response = registered.ok
    ? registered
    : await post('/admin/login', { email: login.email, password: login.password });
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'data' in body) {
    const { data } = body;
    if (typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string')
      return data.token;
  }
  throw new Error(`logging in returned ${response.status}: ${JSON.stringify(body)}`);
}

// Commits need not survive a crash of the machine, and waiting for the disk is a third of a site's startup.
const hastyWrites = (writeAhead: boolean) => `module.exports.connection.pool = {
  afterCreate: (connection, done) => {
    connection.pragma('synchronous = OFF');
    connection.pragma('journal_mode = ${writeAhead ? 'WAL' : 'DELETE'}');
    done(null, connection);
  },
};
`;

// A site's log in a test mostly contains the expected failures; it is shown if the test fails (each-file.ts). It is
// written immediately, since such a test may end before winston's own file transport has written it. Anything that a
// site logs after it was stopped and removed is a defect, but not of the test that is running by then.
const quietLog = `const { appendFileSync } = require('node:fs');
const log = require('node:path').join(__dirname, '..', '${siteLog}');
module.exports.logger.config.transports = [
  new (require('winston').transports.Stream)({
    stream: new (require('node:stream').Writable)({
      write(line, _encoding, done) {
        try {
          appendFileSync(log, line);
        } catch {
          process.stderr.write('A site that was removed still logs: ' + line);
        }
        done();
      },
    }),
  }),
];
`;

function writeSite(options: BootOptions): string {
  const parent = join(repository, '.cache', 'test-sites');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'site-'));
  const database = options.database ?? {
    client: 'sqlite',
    connection: { filename: join(folder, databaseFile) },
    useNullAsDefault: true,
  };
  const files: Record<string, unknown> = {
    'config/server': {
      host: '127.0.0.1',
      port: 1337,
      url: 'http://shop.example.com',
      app: { keys: ['test-key-one', 'test-key-two'] },
      logger: { config: { level: 'error' } },
      // After a pause of the process for Node's default of five seconds, the next request of the test would find its
      // connection closed.
      http: { serverOptions: { keepAliveTimeout: 120_000 } },
      ...options.server,
    },
    'config/admin': {
      auth: { secret: 'test-admin-secret' },
      apiToken: { salt: 'test-salt' },
      transfer: { token: { salt: 'test-transfer-salt' } },
      rateLimit: { enabled: false },
      // Strapi passes missing settings from one site in a process to the next, so these are always set.
      secrets: {
        encryptionKey: options.encryptionKey === false ? '' : (options.encryptionKey ?? 'test-encryption-key'),
      },
    },
    'config/database': { connection: database },
    'config/plugins': {
      'commerce-bridge': {
        enabled: true,
        resolve: join(repository, 'tests/support/plugin-from-source'),
        config: { environment: { ...withoutModifiers, ...options.environment }, ...options.config },
      },
      ...pluginsOf(options),
    },
    ...(options.middlewares && { 'config/middlewares': options.middlewares }),
    ...(options.api && { 'config/api': options.api }),
  };
  for (const directory of ['config', 'src/api', 'public/uploads', 'database/migrations'])
    mkdirSync(join(folder, directory), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'test-site', version: '0.0.0', dependencies: {} }),
  );
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.js`), `module.exports = ${JSON.stringify(content, null, 2)};\n`);
  }
  appendFileSync(join(folder, 'config/server.js'), quietLog);
  if (!options.database) appendFileSync(join(folder, 'config/database.js'), hastyWrites(options.writeAhead === true));
  if (options.configSource !== undefined) {
    appendFileSync(
      join(folder, 'config/plugins.js'),
      `Object.assign(module.exports['commerce-bridge'].config, ${options.configSource});\n`,
    );
  }
  for (const [path, content] of Object.entries(options.sources ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Enables these plugins from the folders in which their packages are installed. */
function pluginsOf({ plugins = {} }: BootOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(plugins).map(([name, config]) => {
      const resolved = dirname(require.resolve(`${name}/package.json`));
      return [name.replace(/^@strapi\/plugin-/, ''), { enabled: true, resolve: resolved, config }];
    }),
  );
}
