import type { Core, compileStrapi, createStrapi } from '@strapi/strapi';
import { CommandError } from '../command-error';
import { exitCodes } from '../exit-codes';
import { connectInMemory, type MemoryConnection } from './memory-connection';
import { builtIn, hasSources, requireIn } from './site-folder';

/** A site that is loaded into this process; it does not listen. */
export interface StrapiProcess {
  connection: MemoryConnection;
  /** `{base_url}` without the site's address. */
  restPath: string;
  /** The plugin's service for the command line. */
  service: CommandLineService;
  /** Releases work under way, and stops Strapi. */
  stop(): Promise<void>;
}

/** The plugin's service `commandLine` (server/src/services). */
export interface CommandLineService {
  join(): void;
  takeOverSyncs(): void;
  syncHolder(): Promise<unknown>;
}

/** The exports of the package that load a site. */
interface StrapiPackage {
  compileStrapi: typeof compileStrapi;
  createStrapi: typeof createStrapi;
}

const pluginName = 'commerce-bridge';

/**
 * Loads a site like Strapi's own commands: TypeScript is compiled first, unless the site was built for production.
 * Neither the site's cron jobs nor the plugin's schedules and workers are started.
 * @param folder the site's root
 * @throws CommandError if it cannot be loaded
 */
export async function loadStrapi(folder: string): Promise<StrapiProcess> {
  const strapi = await createSite(folder);
  try {
    await strapi.load();
    mustHavePlugin(strapi, folder);
    strapi.server.mount();
    const connection = connectInMemory(strapi.server.httpServer);
    authenticate(strapi, connection);
    const service: CommandLineService = strapi.plugin(pluginName).service('commandLine');
    service.join();
    return { connection, restPath: restPathOf(strapi), service, stop: () => strapi.destroy() };
  } catch (error) {
    // Destroying a site that has not loaded fails on parts that do not exist yet.
    await strapi.destroy().catch(() => undefined);
    throw error instanceof CommandError ? error : notLoaded(error, folder);
  }
}

async function createSite(folder: string): Promise<Core.Strapi> {
  try {
    const { compileStrapi, createStrapi } = strapiOf(folder);
    const distDir =
      builtForProduction(folder) ??
      (await compileStrapi({ appDir: folder, ignoreDiagnostics: true })).distDir ??
      folder;
    const strapi = withoutItsSignals(() =>
      createStrapi({ appDir: folder, distDir, autoReload: false, serveAdminPanel: false }),
    );
    strapi.config.set('server.cron.enabled', false);
    // Otherwise, each request of this command would be logged.
    if (strapi.log.level === 'http') strapi.log.level = 'info';
    return strapi;
  } catch (error) {
    throw error instanceof CommandError ? error : notLoaded(error, folder);
  }
}

/** Like `strapi start` in a production image, where sources may be missing and files may be read-only. */
function builtForProduction(folder: string): string | null {
  return process.env['NODE_ENV'] === 'production' || !hasSources(folder) ? builtIn(folder) : null;
}

function strapiOf(folder: string): StrapiPackage {
  const loaded: unknown = requireIn(folder)('@strapi/strapi');
  if (isStrapi(loaded)) return loaded;
  throw new TypeError('its @strapi/strapi is not version 5');
}

function isStrapi(loaded: unknown): loaded is StrapiPackage {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    ['compileStrapi', 'createStrapi'].every((name) => typeof Reflect.get(loaded, name) === 'function')
  );
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** On a signal, Strapi would exit with 0; the command exits with a code for its result. */
function withoutItsSignals(create: () => Core.Strapi): Core.Strapi {
  const before = signals.flatMap((signal) => process.listeners(signal));
  const strapi = create();
  for (const signal of signals)
    for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener);
  return strapi;
}

/** Anyone who can load the site can access its database, so the connection has the permissions of a super admin. */
function authenticate(strapi: Core.Strapi, connection: MemoryConnection): void {
  const ability = { can: () => true, cannot: () => false, rulesFor: () => [{ inverted: false }] };
  strapi.auth.register('admin', {
    name: 'commerce-bridge-command-line',
    async authenticate(ctx) {
      if (!connection.isOwn(ctx.req.socket)) return { authenticated: false };
      ctx.state.userAbility = ability;
      return { authenticated: true, credentials: null, ability };
    },
  });
}

function mustHavePlugin(strapi: Core.Strapi, folder: string): void {
  if (strapi.plugins[pluginName]) return;
  throw new CommandError({
    exitCode: exitCodes.unreachable,
    message: `The site in ${folder} does not have Commerce Bridge enabled.`,
    advice: 'Enable the plugin in its config/plugins, or run this in the folder of the site that has it.',
  });
}

function restPathOf(strapi: Core.Strapi): string {
  const prefix: unknown = strapi.config.get('api.rest.prefix', '/api');
  return `/${String(prefix).replaceAll(/^\/+|\/+$/g, '')}/commerce-bridge/v1`.replace(/^\/\//, '/');
}

function notLoaded(error: unknown, folder: string): CommandError {
  return new CommandError({
    exitCode: exitCodes.failed,
    message: `The site in ${folder} could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
    advice:
      'It must start with "strapi start" in the same environment; or pass the address of a running site with --url.',
  });
}
