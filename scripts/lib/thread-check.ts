import { writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageName } from './paths';
import { run } from './run';

const program = `const read = require('${packageName}/product-page-thread').default;
const body = Buffer.from(JSON.stringify({ data: [], meta: { pagination: { total: 0, total_pages: 0 } } }));
read({ body, page: 1, channelId: 1 }).then(({ kind }) => process.stdout.write(kind));
`;

/**
 * Loads the code of the thread that reads product pages from an installed package.
 * @param site a folder that has the package in its `node_modules`
 * @returns what was shown
 * @throws Error with what it returned instead
 */
export async function checkThread(site: string): Promise<string> {
  const file = join(site, 'thread.cjs');
  writeFileSync(file, program);
  const output = await run({ command: process.execPath, args: [file] });
  rmSync(file);
  if (output.trim() !== 'read') throw new Error(`the thread that reads product pages answered "${output}"`);
  return 'the thread that reads product pages loads';
}
