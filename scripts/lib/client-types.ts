import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { repository } from './paths';

const folder = join(repository, 'dist', 'client');

/**
 * Adds what `strapi-plugin build` leaves out to the client's code: its types in one file without imports, once for
 * each module system (a package is typed by the extension of what it resolves to), and the licenses of bundled code.
 */
export async function buildClientTypes(): Promise<void> {
  const bundle = await rollup({
    input: join(repository, 'client', 'src', 'index.ts'),
    plugins: [dts({ tsconfig: join(repository, 'client', 'tsconfig.json') })],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  for (const extension of ['ts', 'mts'])
    await bundle.write({ file: join(folder, `index.d.${extension}`), format: 'es' });
  await bundle.close();
  const bundled = dirname(dirname(createRequire(__filename).resolve('openapi-fetch')));
  copyFileSync(join(bundled, 'LICENSE'), join(folder, 'openapi-fetch.LICENSE.txt'));
}
