import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { exclusively } from '../../../scripts/lib/exclusive';
import { packageName, repository } from '../../../scripts/lib/paths';
import { preparePackage } from '../../../scripts/lib/prepare-site';
import { run } from '../../../scripts/lib/run';
import { siteEnvironment } from '../../../scripts/lib/site-environment';

/** A kit as a user copies it, outside of this repository, so that its packages are not found. */
export interface InstalledKit {
  folder: string;
  /** The environment of its commands, without a test runner's variables, and without telemetry. */
  env: NodeJS.ProcessEnv;
}

/** Installed packages are reused by later runs; other files of a test run are removed at its end. */
const root = join(process.env['KEPT_FOLDER'] ?? tmpdir(), 'commerce-bridge-kits');
const manifestSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()) });

/**
 * Copies a kit of `examples/`, and installs its dependencies, with the packed archive in place of the published
 * package.
 */
export async function installKit(name: 'next' | 'astro'): Promise<InstalledKit> {
  const archive = await preparePackage(`kit-${name}`);
  const folder = join(root, name);
  const env = kitEnvironment(folder);
  await exclusively(`kit-${name}`, async () => {
    copyKit(join(repository, 'examples', name), folder);
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    manifest.dependencies[packageName] = place(archive, folder);
    const wanted = JSON.stringify(manifest, null, 2);
    writeFileSync(join(folder, 'package.json'), wanted);
    const note = join(folder, 'node_modules', '.installed');
    if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return;
    const quiet = ['--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
    // In production, development dependencies would be omitted.
    await run({
      command: 'npm',
      args: ['install', ...quiet],
      cwd: folder,
      env: { ...env, NODE_ENV: 'development' },
    });
    writeFileSync(note, wanted);
  });
  return { folder, env };
}

/** The environment of commands in a folder outside of this repository. */
export function kitEnvironment(folder: string): NodeJS.ProcessEnv {
  return siteEnvironment(folder, {
    NODE_PATH: undefined,
    CI: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  });
}

function copyKit(kit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!['node_modules', 'package-lock.json'].includes(name)) rmSync(join(folder, name), { recursive: true });
  // Generated files of someone who tried the kit are not part of it.
  const made = /\/(?:node_modules|\.next|\.astro|dist|\.env(?:\.local)?)$/;
  cpSync(kit, folder, { recursive: true, filter: (path) => !made.test(path) });
}

// Named by content, since npm caches archives by name.
function place(archive: string, folder: string): string {
  const name = `package-${createHash('sha256').update(readFileSync(archive)).digest('hex').slice(0, 12)}.tgz`;
  copyFileSync(archive, join(folder, name));
  return `file:./${name}`;
}
