import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from './paths';

const manifest = z.object({ version: z.string() });

/** Adds the licenses of what is bundled into the command line. */
export function writeBundledLicenses(): void {
  const texts = ['commander', 'openapi-fetch'].map((name) => {
    const folder = join(repository, 'node_modules', name);
    const { version } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  writeFileSync(join(repository, 'dist', 'cli', 'LICENSES.txt'), texts.join('\n----\n\n'));
}
