import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Whether a folder is the root of a Strapi site: it has a manifest, Strapi's configuration, perhaps only as JavaScript that was
 * built of it, and Strapi installed.
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

/** `require` as the site's own code has it. */
export function requireIn(folder: string): NodeJS.Require {
  return createRequire(join(folder, 'package.json'));
}

/** Whether the site's own code is there, and not only what was built of it. */
export const hasSources = (folder: string): boolean => existsSync(join(folder, 'config'));

/** Where the JavaScript of a site in TypeScript is; null if it is not in TypeScript, or was not built. */
export function builtIn(folder: string): string | null {
  const compiler = join(folder, 'tsconfig.json');
  if (!existsSync(compiler)) return null;
  // It may have comments. Strapi's own function for this ends the process where the sources were left out.
  const [, outDir = 'dist'] = /(?<!\/\/.*)"outDir"\s*:\s*"([^"]+)"/.exec(readFileSync(compiler, 'utf8')) ?? [];
  const built = resolve(folder, outDir);
  return existsSync(join(built, 'config')) ? built : null;
}
