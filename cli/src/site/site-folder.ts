import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Whether a folder is the root of a Strapi site: it has a manifest, Strapi's configuration, and Strapi installed. */
export function isSiteFolder(folder: string): boolean {
  if (!existsSync(join(folder, 'package.json')) || !existsSync(join(folder, 'config'))) return false;
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
