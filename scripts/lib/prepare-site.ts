import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from './exclusive';
import { clearStamp, fingerprint, isStamped, writeStamp } from './fingerprint';
import { binaries, cache, packageName, playground, repository } from './paths';
import { run } from './run';
import { siteEnvironment, writeKeys } from './site-environment';

const installed = join(playground, 'node_modules', packageName);
const packed = [
  'dist',
  'bin',
  'package.json',
  'strapi-server.js',
  'strapi-admin.js',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** Reports steps as they run; steps that are up to date are silent. */
export type Progress = (step: string) => void;

/**
 * Prepares the one site that the demo, browser tests, and smoke tests share: the plugin built, packed, and installed
 * into `playground/` as npm would install it, and Strapi's admin panel built with it for production. Only steps whose
 * input has changed (by content) are repeated, and only by one process at a time.
 */
export async function prepareSite(progress: Progress = () => undefined): Promise<void> {
  await exclusively('prepare-site', async () => {
    await once('build', sources(), async () => {
      progress('building the plugin');
      await buildPlugin();
    });
    await once('install', fingerprint(packed), async () => {
      progress('packing the plugin and installing it into playground/');
      const archive = await packPlugin('site');
      await unpackInto(installed, archive);
    });
    prepareFolders();
    await once('admin-build', adminSources(), async () => {
      progress('building the admin panel (about 40 s)');
      await run({
        command: process.execPath,
        args: [join(binaries, 'strapi'), 'build'],
        cwd: playground,
        env: siteEnvironment(playground),
      });
    });
  });
}

/**
 * Builds the plugin where needed and packs it, without a site; returns the archive's path.
 * @param purpose a folder's name: callers with different purposes don't overwrite each other's archive
 */
export async function preparePackage(purpose: string, progress: Progress = () => undefined): Promise<string> {
  return exclusively('prepare-site', async () => {
    await once('build', sources(), async () => {
      progress('building the plugin');
      await buildPlugin();
    });
    progress('packing the plugin');
    return packPlugin(purpose);
  });
}

const outcomes: Record<string, readonly string[]> = {
  build: ['server/index.js', 'admin/index.mjs', 'client/index.js', 'client/index.d.ts', 'cli/index.js'].map((file) =>
    join(repository, 'dist', file),
  ),
  install: [join(installed, 'package.json')],
  'admin-build': [join(playground, 'dist', 'build', 'index.html')],
};

async function once(step: string, value: string, work: () => Promise<void>): Promise<void> {
  const isThere = (outcomes[step] ?? []).every((file) => existsSync(file));
  if (isThere && isStamped(step, value)) return;
  clearStamp(step);
  await work();
  writeStamp(step, value);
}

const sources = (): string =>
  fingerprint([
    ...[
      'server/src',
      'admin/src',
      'client/src',
      'cli/src',
      'contracts',
      'package.json',
      'tsconfig.json',
      'scripts/lib/client-types.ts',
      'scripts/lib/bundled-licenses.ts',
    ],
    ...['server/tsconfig.json', 'admin/tsconfig.json', 'client/tsconfig.json'],
  ]);

// The admin panel only contains our admin part: a change to the server doesn't require another 40 s of bundling.
const adminSources = (): string =>
  fingerprint([
    'dist/admin',
    'playground/package.json',
    'playground/tsconfig.json',
    'playground/src',
    'playground/config',
    'package-lock.json',
  ]);

async function buildPlugin(): Promise<void> {
  await run({ command: process.execPath, args: [join(binaries, 'strapi-plugin'), 'build'] });
  await run({ command: process.execPath, args: ['scripts/build-client-types.mjs'] });
}

async function packPlugin(purpose: string): Promise<string> {
  const destination = join(cache, 'packed', purpose);
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination, { recursive: true });
  const response: unknown = JSON.parse(
    await run({ command: 'npm', args: ['pack', '--json', '--ignore-scripts', '--pack-destination', destination] }),
  );
  return join(destination, readFileName(response));
}

function readFileName(response: unknown): string {
  const first: unknown = Array.isArray(response) ? response[0] : undefined;
  if (typeof first === 'object' && first !== null && 'filename' in first && typeof first.filename === 'string') {
    return first.filename;
  }
  throw new Error(`npm pack returned ${JSON.stringify(response)}`);
}

async function unpackInto(folder: string, archive: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run({ command: 'tar', args: ['-xzf', archive, '-C', folder, '--strip-components=1'] });
}

function prepareFolders(): void {
  // Strapi's local upload provider doesn't start without it, and git doesn't store empty folders.
  mkdirSync(join(playground, 'public', 'uploads'), { recursive: true });
  mkdirSync(join(playground, '.tmp'), { recursive: true });
  writeKeys(playground);
}
