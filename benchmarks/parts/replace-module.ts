import Module from 'node:module';
import { join } from 'node:path';
import { repository } from '../../scripts/lib/paths';

/**
 * Lays other exports in place of a module's, for all modules that are loaded later. So a benchmark leaves one part out of
 * the real composition without a switch in the product.
 * @param path below `server/src`, without ending
 */
export function replaceModule(path: string, exports: object): void {
  const file = join(repository, 'server', 'src', `${path}.ts`);
  const replacement = new Module(file);
  replacement.filename = file;
  replacement.loaded = true;
  replacement.exports = exports;
  require.cache[file] = replacement;
}
