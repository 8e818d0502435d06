import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The compiled `product-page-thread.ts`, which the package's build puts next to the server's; null when nothing is
 * built.
 */
export function findProductPageThread(): string | null {
  if (typeof __dirname === 'undefined') return null;
  const file = join(__dirname, '..', 'product-page-thread', 'index.js');
  return existsSync(file) ? file : null;
}
