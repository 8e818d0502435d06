import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { packageName } from '../lib/paths';
import { run } from '../lib/run';
import { siteEnvironment } from '../lib/site-environment';
import type { SiteCase } from './site-case';

/** Installed packages for each Strapi and package manager, reused by later runs; can be deleted at any time. */
const root = join(tmpdir(), 'commerce-bridge-matrix');
const quiet = ['--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
const managers = { npm: 'npm', pnpm: '10', yarn: '1' };

/** A case's site, installed. */
export interface InstalledSite {
  folder: string;
  /** Path of the Node that the case uses. */
  node: string;
  /**
   * The environment of the site's processes: its Node is first in PATH, and packages of this repository are not found.
   */
  env: NodeJS.ProcessEnv;
  /** Path of Strapi's command line in the site. */
  strapi: string;
}

export const folderOf = ({ strapi, manager, driver }: SiteCase): string =>
  join(root, [strapi, manager, ...(driver === undefined ? [] : [`driver-${driver}`])].join('-'));

/**
 * Installs the dependencies in a case's `package.json`, with peer dependencies checked by its package manager.
 * @param archive the plugin's; null installs the site without it
 */
export async function installSite(site: SiteCase, archive: string | null): Promise<InstalledSite> {
  const folder = folderOf(site);
  const node = site.node === undefined ? process.execPath : await fetchNode(site.node);
  const env = siteEnvironment(folder, {
    NODE_PATH: undefined,
    PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    // Otherwise package managers omit development dependencies.
    NODE_ENV: 'development',
  });
  const plugin = archive === null ? {} : { [packageName]: place(archive, folder) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestOf(site, plugin), null, 2));
  await run({ ...(await commandOf(site, node)), cwd: folder, env });
  if (site.driver === undefined) await compileFor(node, { folder, env });
  return { folder, node, env, strapi: join(folder, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js') };
}

/**
 * Native code is compiled for one Node version, but cases with different ones share the installed packages; version 13
 * of the driver is not compiled.
 */
async function compileFor(node: string, { folder, env }: Pick<InstalledSite, 'folder' | 'env'>): Promise<void> {
  const note = join(folder, 'node_modules', '.compiled-for');
  const version = await run({ command: node, args: ['--version'] });
  const present = existsSync(note) ? readFileSync(note, 'utf8') : process.version;
  if (present.trim() !== version.trim()) {
    const headers = node === process.execPath ? [] : [`--nodedir=${dirname(dirname(node))}`];
    await run({ command: 'npm', args: ['rebuild', 'better-sqlite3', ...headers], cwd: folder, env });
  }
  writeFileSync(note, version);
}

/** Removes development dependencies, as an image for production does. */
export async function removeDevelopment({ folder, env }: InstalledSite): Promise<void> {
  await run({ command: 'npm', args: ['prune', '--omit=dev', ...quiet], cwd: folder, env });
}

// Named by content, since package managers cache archives by name.
function place(archive: string, folder: string): string {
  const name = `plugin-${createHash('sha256').update(readFileSync(archive)).digest('hex').slice(0, 12)}.tgz`;
  copyFileSync(archive, join(folder, name));
  return `file:./${name}`;
}

function manifestOf({ strapi, form, isModule, driver }: SiteCase, plugin: Record<string, string>): object {
  return {
    name: 'matrix-site',
    private: true,
    version: '0.0.0',
    ...((form === 'esm' || isModule === true) && { type: 'module' }),
    dependencies: {
      '@strapi/plugin-users-permissions': strapi,
      '@strapi/strapi': strapi,
      ...plugin,
      ...(driver !== 'none' && { 'better-sqlite3': driver === undefined ? '^12.6.2' : `^${driver}` }),
      mysql2: '^3.9.8',
      pg: '^8.13.1',
      react: '^18.0.0',
      'react-dom': '^18.0.0',
      'react-router-dom': '^6.0.0',
      'styled-components': '^6.0.0',
    },
    ...(form === 'typescript' && {
      devDependencies: {
        '@types/node': '^20',
        '@types/react': '^18',
        '@types/react-dom': '^18',
        typescript: '^5',
      },
    }),
    pnpm: { onlyBuiltDependencies: ['better-sqlite3', 'esbuild', 'sharp', '@swc/core'] },
  };
}

async function commandOf({ manager }: SiteCase, node: string): Promise<{ command: string; args: string[] }> {
  if (manager === 'npm') return { command: 'npm', args: ['install', ...quiet] };
  const binary = await fetchTool(manager, managers[manager]);
  return manager === 'pnpm'
    ? { command: node, args: [join(binary, 'bin', 'pnpm.cjs'), 'install', '--prefer-offline'] }
    : { command: node, args: [join(binary, 'bin', 'yarn.js'), 'install', '--non-interactive'] };
}

async function fetchNode(major: string): Promise<string> {
  return join(await fetchTool(`node-${process.platform}-${process.arch}`, major), 'bin', 'node');
}

/** Installs a tool from the registry unless it is already there; returns the folder of its package. */
async function fetchTool(name: string, version: string): Promise<string> {
  const folder = join(root, 'tools', `${name}-${version}`);
  const installed = join(folder, 'node_modules', name);
  if (existsSync(installed)) return installed;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await run({ command: 'npm', args: ['install', `${name}@${version}`, ...quiet], cwd: folder });
  return installed;
}
