import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import ts from 'typescript';
import { packageName, repository } from './paths';
import { run } from './run';

/** The client's maximum size, compressed and not minified, in bytes; openapi-fetch is about a third of it. */
const largestClient = 11 * 1024;
/** The same for a frontend that reads the catalog only. */
const largestReader = 8 * 1024;

const program = (load: string): string => `${load}
const shop = createCommerceBridgeClient({ baseUrl: 'http://127.0.0.1:9', fetch: async (request) => Response.json({ brands: [], asked: request.url }) });
shop.listBrands({ page: 2 }).then(({ asked }) => process.stdout.write(asked));
`;

const typed = `import { CommerceBridgeApiError, createCommerceBridgeClient, orNull, type Product } from '${packageName}/client';
const shop = createCommerceBridgeClient({ baseUrl: '/api/commerce-bridge/v1' });
export async function priceOf(slug: string): Promise<number | null> {
  const product = await orNull(shop.readProduct(slug, { include: ['calculated_price'] }));
  const known: Product | null = product;
  return known && product ? product.calculated_price : null;
}
export const isBusy = (error: unknown): boolean => error instanceof CommerceBridgeApiError && error.code === 'rate_limited';
// This line must not compile; if it does, the client has no types.
export const wrong: number = shop.listBrands;
`;
const wrongLine = typed.split('\n').findIndex((line) => line.includes('wrong:')) + 1;

export interface InstalledClient {
  /** A folder that has the package in its `node_modules`. */
  site: string;
  /** The package itself, packed. */
  archive: string;
}

/**
 * Uses the client of an installed package as frontends do: it must load with both module systems in plain Node, be
 * typed in both, need no other package, be small, let bundlers drop unused parts, and install next to a React version
 * that Strapi doesn't support.
 * @returns what was verified, one line each
 * @throws Error with what is wrong
 */
export async function checkClient({ site, archive }: InstalledClient): Promise<string[]> {
  const folder = join(site, 'frontend');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await mustLoad(folder);
  await mustBeTyped(folder);
  await mustInstall(folder, archive);
  rmSync(folder, { recursive: true, force: true });
  mustStandAlone(join(site, 'node_modules', packageName));
  await mustLeaveOutCarts(join(site, 'node_modules', packageName));
  return [
    'the client loads by import and by require',
    'the client is typed for both',
    'the client asks for no other package and is small',
    'a frontend without carts does not carry them',
    'the package installs into a frontend with a newer React, and brings no Strapi along',
  ];
}

async function mustLoad(folder: string): Promise<void> {
  const loads = {
    'page.mjs': `import { createCommerceBridgeClient } from '${packageName}/client';`,
    'page.cjs': `const { createCommerceBridgeClient } = require('${packageName}/client');`,
  };
  for (const [file, load] of Object.entries(loads)) {
    writeFileSync(join(folder, file), program(load));
    const asked = await run({ command: process.execPath, args: [file], cwd: folder });
    if (asked !== 'http://127.0.0.1:9/brands?page=2') throw new Error(`${file} requested "${asked}"`);
  }
}

/** An older compiler, since we cannot choose the one that frontends use. */
const olderCompiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');

async function mustBeTyped(folder: string): Promise<void> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  };
  for (const file of ['typed.mts', 'typed.cts']) {
    writeFileSync(join(folder, file), typed);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    const problems = await run({
      command: process.execPath,
      args: [olderCompiler, '-p', folder],
      cwd: folder,
    }).then(
      () => 'nothing',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const lines = problems.split('\n').filter((line) => line.includes('error TS'));
    const [line = ''] = lines;
    if (lines.length !== 1 || !line.includes(`${file}(${wrongLine},`))
      throw new Error(`the types of the client, in ${file}: ${problems}`);
  }
}

async function mustInstall(folder: string, archive: string): Promise<void> {
  const dependencies = { react: '^19.0.0', 'react-dom': '^19.0.0', [packageName]: `file:${archive}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'frontend', private: true, dependencies }));
  const npm = ['install', '--package-lock-only', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
  await run({ command: 'npm', args: npm, cwd: folder });
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  );
  const strapi = Object.keys(lock.packages).filter((path) => path.includes('@strapi/'));
  if (strapi.length > 0) throw new Error(`a frontend would install ${strapi.join(', ')}`);
}

function mustStandAlone(installed: string): void {
  for (const file of ['index.mjs', 'index.js', 'index.d.ts', 'index.d.mts']) {
    const text = readFileSync(join(installed, 'dist', 'client', file), 'utf8');
    const asked = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    if (asked.length > 0) throw new Error(`dist/client/${file} requires ${asked.join(', ')}`);
    const size = gzipSync(text).length;
    if (/\.m?js$/.test(file) && size > largestClient)
      throw new Error(`dist/client/${file} has ${size} bytes compressed, more than ${largestClient}`);
  }
}

/** A bundler must drop the parts of the client that a frontend does not use. */
async function mustLeaveOutCarts(installed: string): Promise<void> {
  const entry = 'reader';
  const client = JSON.stringify(join(installed, 'dist', 'client', 'index.mjs'));
  const bundle = await rollup({
    input: entry,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? `export { createCommerceBridgeClient, orNull } from ${client};` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const [{ code }] = output;
  const size = gzipSync(code).length;
  if (!code.includes('createCommerceBridgeClient')) throw new Error('the bundle has no client');
  if (code.includes('AddCartLineItems') || size > largestReader)
    throw new Error(`a frontend without carts carries ${size} bytes of the client, compressed`);
}
