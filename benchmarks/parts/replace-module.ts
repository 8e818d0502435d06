import Module from 'node:module';
import { join } from 'node:path';
import { repository } from '../../scripts/lib/paths';

/**
 * Replaces a module's exports, for all modules that are loaded later. This lets a benchmark leave one part out of
 * the real composition without a switch in the product.
 * @param path below `server/src`, without extension
 */
export function replaceModule(path: string, exports: object): void {
  const file = join(repository, 'server', 'src', `${path}.ts`);
  const replacement = new Module(file);
  replacement.filename = file;
  replacement.loaded = true;
  replacement.exports = exports;
  require.cache[file] = replacement;
}
