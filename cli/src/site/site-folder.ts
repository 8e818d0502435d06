import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Whether a folder is the root of a Strapi site: it has a manifest, Strapi's configuration (possibly only as compiled
 * JavaScript), and an installed Strapi.
 */
export function isSiteFolder(folder: string): boolean {
  if (!existsSync(join(folder, 'package.json'))) return false;
  if (!hasSources(folder) && builtIn(folder) === null) return false;
  try {
    requireIn(folder).resolve('@strapi/strapi');
    return true;
  } catch {
    return false;
  }
}

/** `require` as in the site's own code. */
export function requireIn(folder: string): NodeJS.Require {
  return createRequire(join(folder, 'package.json'));
}

/** Whether the site's source code is present, not only its compiled JavaScript. */
export const hasSources = (folder: string): boolean => existsSync(join(folder, 'config'));

/** The folder with the compiled JavaScript of a TypeScript site; null if it is not in TypeScript, or was not built. */
export function builtIn(folder: string): string | null {
  const compiler = join(folder, 'tsconfig.json');
  if (!existsSync(compiler)) return null;
  // Not parsed as JSON: it may have comments. Strapi's own function ends the process if the sources are missing.
  const [, outDir = 'dist'] = /(?<!\/\/.*)"outDir"\s*:\s*"([^"]+)"/.exec(readFileSync(compiler, 'utf8')) ?? [];
  const built = resolve(folder, outDir);
  return existsSync(join(built, 'config')) ? built : null;
}
