import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache, playground, repository } from '../../scripts/lib/paths';
import { siteEnvironment } from '../../scripts/lib/site-environment';
import type { BenchServer } from '../lib/bench-databases';
import { type SiteResult, siteResult, type SiteTask } from './site-tasks';

/** A site in its own process, without one part or with all of them. */
export interface MeasuredSite {
  /** Changes with a restart. */
  readonly url: string;
  ask(task: SiteTask): Promise<SiteResult>;
  /** Kills the site, and starts it again with its data. */
  restart(): Promise<void>;
  /** Immediately, no matter what it is doing. */
  kill(): Promise<void>;
}

export interface SiteLaunch {
  server: BenchServer;
  database: string;
  storeUrl: string;
  /** A file in `without/`, without extension. */
  without: string | null;
  /** Added to the site's environment. */
  environment?: NodeJS.ProcessEnv;
}

/** The key for signing deliveries to it. */
export const clientSecret = '0123456789abcdef'.repeat(4);

const folder = join(cache, `parts-site-${process.pid}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

export async function launchMeasuredSite(launch: SiteLaunch): Promise<MeasuredSite> {
  writeSite();
  let running = await startProcess(launch);
  return {
    get url() {
      return running.url;
    },
    ask(task) {
      running.child.send(task);
      return nextResult(running.child);
    },
    async restart() {
      await running.kill();
      running = await startProcess(launch);
    },
    kill: () => running.kill(),
  };
}

async function startProcess({ server, database, storeUrl, without, environment }: SiteLaunch) {
  const preloaded = without === null ? [] : [`without/${without}`];
  const child = fork(join(__dirname, 'site.ts'), [folder], {
    execArgv: [
      ...['--require', require.resolve('tsx/cjs')],
      ...preloaded.flatMap((file) => ['--require', join(__dirname, `${file}.ts`)]),
    ],
    env: siteEnvironment(folder, {
      ...server.environment(database),
      COMMERCE_BRIDGE_API_URL: storeUrl,
      COMMERCE_BRIDGE_STORE_HASH: 'demostore1',
      COMMERCE_BRIDGE_ACCESS_TOKEN: 'simulator-access-token',
      COMMERCE_BRIDGE_CLIENT_SECRET: clientSecret,
      COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
      // Otherwise they would still be read in the background during the measurement.
      COMMERCE_BRIDGE_MODIFIERS_ENABLED: 'false',
      ...environment,
    }),
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const ready = await nextResult(child);
  if (ready.kind !== 'ready') throw new Error(`the site returned ${ready.kind} before it was ready`);
  return {
    child,
    url: ready.url,
    async kill() {
      process.off('exit', killNow);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      killNow();
      await ended;
    },
  };
}

function nextResult(child: ChildProcess): Promise<SiteResult> {
  return new Promise((resolve, reject) => {
    const onEnd = () => reject(new Error('the measured site ended'));
    child.once('exit', onEnd);
    child.once('message', (message) => {
      child.off('exit', onEnd);
      resolve(siteResult.parse(message));
    });
  });
}

/** Strapi's defaults, the playground's databases, and the plugin from its source. */
function writeSite(): void {
  if (existsSync(join(folder, 'package.json'))) return;
  const asModule = (value: unknown) => `module.exports = ${JSON.stringify(value)};\n`;
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ name: 'parts-site', version: '0.0.0', dependencies: {} }),
    'config/server.js': asModule({
      host: '127.0.0.1',
      port: 1337,
      app: { keys: ['one', 'two'] },
      logger: { config: { level: 'error' } },
    }),
    'config/admin.js': asModule({
      auth: { secret: 'bench' },
      apiToken: { salt: 'bench' },
      transfer: { token: { salt: 'bench' } },
      secrets: { encryptionKey: 'bench-encryption-key' },
    }),
    'config/database.js': asModule(null).replace(
      'null',
      `require(${JSON.stringify(join(playground, 'config', 'database.js'))})`,
    ),
    'config/plugins.js': asModule({
      'commerce-bridge': { enabled: true, resolve: join(repository, 'tests', 'support', 'plugin-from-source') },
    }),
  };
  for (const path of ['src/api', 'public/uploads', 'database/migrations'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
