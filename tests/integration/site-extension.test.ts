import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productSchema } from '../../server/src/content-types/product/schema';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { compiledProgram } from '../support/sites/compiled-programs';
import { connectedSite } from '../support/sites/connected-site';
import { finishedRun } from '../support/sites/runs';

describe('a site that extends the content type of cached products', () => {
  let site: BootedSite;
  beforeAll(async () => {
    site = await bootSite({
      sources: {
        'src/extensions/commerce-bridge/content-types/product/schema.json': {
          attributes: { shelf: { type: 'string' } },
          indexes: [{ name: 'site_products_shelf', columns: ['shelf'] }],
        },
      },
    });
  });
  afterAll(async () => {
    await site.stop();
    removeSite(site);
  });

  test('has its own attributes and indexes in addition to those that lists use', async () => {
    const { connection } = site.strapi.db;
    const indexes: string[] = await connection('sqlite_master')
      .where({ type: 'index', tbl_name: productSchema.collectionName })
      .pluck('name');
    expect(indexes).toEqual(
      expect.arrayContaining(['site_products_shelf', ...productSchema.indexes.map(({ name }) => name)]),
    );
    const columns = Object.keys(await connection(productSchema.collectionName).columnInfo());
    expect(columns).toEqual(expect.arrayContaining(['shelf', 'title_key', 'synced_at']));
  });
});

const attributes = {
  featured: { type: 'boolean', default: false },
  shelf: { type: 'string', default: 'A' },
  rank: { type: 'integer', default: 3 },
  weightInGrams: { type: 'decimal', default: 1.5 },
  large: { type: 'biginteger', default: '9007199254740991' },
  season: { type: 'enumeration', enum: ['spring', 'fall'], default: 'fall' },
  layout: { type: 'json', default: { columns: [1, 2] } },
  since: { type: 'date', default: '2024-02-29' },
  opens: { type: 'time', default: '08:30:00' },
  seenAt: { type: 'datetime', default: '2024-02-29T12:00:00.000Z' },
  note: { type: 'string' },
};
const defaults = {
  featured: false,
  shelf: 'A',
  rank: 3,
  weightInGrams: 1.5,
  large: '9007199254740991',
  season: 'fall',
  layout: { columns: [1, 2] },
  since: '2024-02-29',
  opens: expect.stringMatching(/^08:30:00/),
  seenAt: '2024-02-29T12:00:00.000Z',
  note: null,
};
const extending = (name: string) => ({
  [`src/extensions/commerce-bridge/content-types/${name}/schema.json`]: { attributes },
});
const computed = `module.exports = { register({ strapi }) {
  let made = 0;
  strapi.contentType('plugin::commerce-bridge.product').attributes.numbered =
    { type: 'string', default: () => 'number ' + (made += 1) };
} };`;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the default of an attribute that a site adds, on ${kind.name},`, (at) => {
    test.each([
      ['in a thread', {}],
      ['in the main thread, which alone can call functions', { 'src/index.js': computed }],
    ])('is in records that a sync creates %s; a later sync changes none', async (_, sources) => {
      const database = await kind.create(at);
      const writerThread = { file: await compiledProgram('server/src/sync/writer-thread/writer-thread-entry.ts') };
      const connected = await connectedSite({
        simulator: { products: 30 },
        boot: {
          ...(database.connection ? { database: database.connection } : { writeAhead: true }),
          sources: { ...extending('product'), ...extending('category'), ...sources },
          machine: { writerThread: () => writerThread },
        },
      });
      try {
        const { strapi } = connected.site;
        const products = strapi.db.query('plugin::commerce-bridge.product');
        const created = await products.findMany({ orderBy: 'upstreamId' });
        expect(created).toHaveLength(30);
        for (const each of created) expect(each).toMatchObject(defaults);
        for (const each of await strapi.db.query('plugin::commerce-bridge.category').findMany())
          expect(each).toMatchObject(defaults);
        if ('src/index.js' in sources)
          expect(new Set(created.map(({ numbered }) => String(numbered).replace(/\d+/, '#')))).toEqual(
            new Set(['number #']),
          );

        const [first] = created;
        const edited = { featured: true, shelf: null, rank: 5 };
        await products.update({ where: { id: first.id }, data: { ...edited } });
        connected.simulator.store.products.update(first.upstreamId, { name: 'Renamed' });
        await connected.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
        await finishedRun(connected.site);
        expect(await products.findOne({ where: { id: first.id } })).toMatchObject({ title: 'Renamed', ...edited });
      } finally {
        await connected.stop();
        await database.drop();
      }
    });
  });
}
