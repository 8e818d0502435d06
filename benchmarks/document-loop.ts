import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createStrapi } from '@strapi/strapi';
import { contentTypes } from '../server/src/content-types';
import { cache, playground } from '../scripts/lib/paths';

/**
 * The baseline for the bulk upsert: a loop of `strapi.documents().create` with the same fields and relations, on
 * content types of a site that are like ours but not protected. Prints products per second as JSON.
 *
 * Run by `full-sync.ts` with a file of product data: `tsx benchmarks/document-loop.ts FILE`.
 */
const kinds = ['product', 'category', 'brand'] as const;
const twin = (kind: string) => `plain-${kind}`;
const twinUid = (kind: string): `api::${string}.${string}` => `api::${twin(kind)}.${twin(kind)}`;

interface LoopProduct {
  fields: Record<string, unknown>;
  categoryIds: number[];
  brandId: number | null;
}

void main();

async function main(): Promise<void> {
  const { readFileSync } = await import('node:fs');
  const products: LoopProduct[] = JSON.parse(readFileSync(String(process.argv[2]), 'utf8'));
  const folder = writeSite();
  process.env['DATABASE_FILENAME'] = join(folder, 'data.db');
  const strapi = await createStrapi({ appDir: folder, distDir: folder, serveAdminPanel: false }).load();
  try {
    const documents = (kind: (typeof kinds)[number]) => strapi.documents(twinUid(kind));
    const related = async (kind: (typeof kinds)[number], ids: number[]) => {
      const found = new Map<number, string>();
      for (const upstreamId of new Set(ids)) {
        const data: object = { title: `${kind} ${upstreamId}`, upstreamId };
        const { documentId } = await documents(kind).create({ data });
        found.set(upstreamId, documentId);
      }
      return found;
    };
    const categories = await related(
      'category',
      products.flatMap((product) => product.categoryIds),
    );
    const brands = await related(
      'brand',
      products.flatMap((product) => product.brandId ?? []),
    );

    const started = performance.now();
    for (const { fields, categoryIds, brandId } of products) {
      const data = {
        ...fields,
        categories: categoryIds.map((id) => categories.get(id)),
        brand: brandId === null ? null : brands.get(brandId),
      };
      await documents('product').create({ data });
    }
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(`\n${JSON.stringify({ products: products.length, perSecond: products.length / seconds })}\n`);
  } finally {
    await strapi.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}

function writeSite(): string {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'document-loop-'));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const asModule = (value: unknown) => `module.exports = ${JSON.stringify(value)};\n`;

  write('package.json', JSON.stringify({ name: 'document-loop', version: '0.0.0', dependencies: {} }));
  write(
    'config/server.js',
    asModule({ host: '127.0.0.1', port: 0, app: { keys: ['one', 'two'] }, logger: { config: { level: 'error' } } }),
  );
  write(
    'config/admin.js',
    asModule({ auth: { secret: 'bench' }, apiToken: { salt: 'bench' }, transfer: { token: { salt: 'bench' } } }),
  );
  // As on the demo's site, so that both commit in the same way.
  write(
    'config/database.js',
    `module.exports = require(${JSON.stringify(join(playground, 'config', 'database.js'))});\n`,
  );
  mkdirSync(join(folder, 'public', 'uploads'), { recursive: true });
  mkdirSync(join(folder, 'database', 'migrations'), { recursive: true });
  for (const kind of kinds) {
    const { collectionName, indexes, ...schema } = contentTypes[kind].schema;
    const text = JSON.stringify({
      ...schema,
      collectionName: `plain_${collectionName}`,
      info: { ...schema.info, singularName: twin(kind), pluralName: `${twin(kind)}s` },
      indexes: indexes.map((index) => ({ ...index, name: `plain_${index.name}` })),
    });
    const own = text.replaceAll(/plugin::commerce-bridge\.(\w+)/g, (_, target: string) => twinUid(target));
    write(`src/api/${twin(kind)}/content-types/${twin(kind)}/schema.json`, own);
  }
  return folder;
}
