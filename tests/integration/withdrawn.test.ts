import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { productList as adminProductList } from '../../contracts/admin/products';
import { brandList } from '../../contracts/rest/brands';
import { collectionList } from '../../contracts/rest/collections';
import { product, productList } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { days } from '../../server/src/lib/durations';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { processedEvents } from '../support/shops/events';
import { whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { ShiftedClock } from '../support/time/shifted-clock';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const row = z.looseObject({ id: z.number(), documentId: z.string(), slug: z.string().nullable(), title: z.string() });

const guideSources = {
  'src/api/guide/content-types/guide/schema.json': {
    kind: 'collectionType',
    collectionName: 'guides',
    info: { singularName: 'guide', pluralName: 'guides', displayName: 'Guide' },
    options: { draftAndPublish: false },
    attributes: {
      title: { type: 'string' },
      products: { type: 'relation', relation: 'manyToMany', target: 'plugin::commerce-bridge.product' },
    },
  },
};

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a record that the store no longer has, on ${kind.name},`, (at) => {
    let database: TestDatabase;
    let connected: ConnectedSite;

    beforeAll(async () => {
      database = await kind.create(at);
      connected = await connectedSite({
        simulator: { products: 40 },
        boot: database.connection ? { database: database.connection } : {},
      });
      registerHooks(connected);
    });
    afterAll(async () => {
      await connected.stop();
      await database.drop();
    });

    const rest = async <Schema extends z.ZodType>(path: string, schema: Schema) =>
      schema.parse(await (await connected.site.rest(path)).json());
    const recordOf = async (entity: 'product' | 'category' | 'brand', upstreamId: number) =>
      row
        .nullable()
        .parse(
          await connected.site.strapi.db.query(`plugin::commerce-bridge.${entity}`).findOne({ where: { upstreamId } }),
        );
    const settled = async () => {
      await connected.simulator.webhooks.idle();
      await processedEvents(connected.site);
    };
    const listed = async (query: string) => (await rest(`/products${query}`, productList)).products;
    const admin = async (query: string) =>
      adminProductList.parse((await connected.site.admin('GET', `/commerce-bridge/products?${query}`)).body);

    test('disappears for readers immediately, is kept as a document, and comes back as the same one', async () => {
      const { simulator, site } = connected;
      const { id, name, slug } = (await listed('?per_page=100')).find(({ categories }) => categories.length > 0) ?? {
        id: 0,
        name: '',
        slug: '',
      };
      const [category = ''] = (await listed(`?ids=${id}`))[0]?.categories ?? [];
      const inCategory = (await rest(`/products?category=${category}`, productList)).total;
      const { total } = await rest('/products', productList);
      const before = await recordOf('product', id);
      const upstream = simulator.store.products.get(id);
      if (!upstream) throw new Error('the store lacks it');

      simulator.store.products.delete(id);
      await settled();
      expect((await site.rest(`/products/${slug}`)).status).toBe(404);
      expect((await rest('/products', productList)).total).toBe(total - 1);
      expect((await rest(`/products?category=${category}`, productList)).total).toBe(inCategory - 1);
      expect((await listed(`?search=${encodeURIComponent(name)}&per_page=100`)).map((item) => item.id)).not.toContain(
        id,
      );
      expect(await listed(`?ids=${id}`)).toEqual([]);
      expect(await recordOf('product', id)).toMatchObject({
        documentId: before?.documentId,
        title: name,
        slug: null,
        publicationStatus: 'withdrawn',
        withdrawnAt: expect.any(String),
      });
      expect((await admin('status=withdrawn')).products.map((item) => item.id)).toEqual([id]);
      expect(
        (await admin(`status=withdrawn&search=${encodeURIComponent(name)}`)).products.map((item) => item.id),
      ).toEqual([id]);
      expect((await admin('pageSize=100')).products.map((item) => item.id)).not.toContain(id);
      expect((await admin(`ids=${id}`)).products).toMatchObject([{ id, status: 'withdrawn' }]);

      // Another record can take its slug in the meantime.
      const url = { url: `/somewhere/${slug}/`, is_customized: true };
      const other = (await listed('?per_page=1'))[0]?.id ?? 0;
      simulator.store.products.update(other, { custom_url: url });
      await settled();
      expect((await rest(`/products/${slug}`, product)).id).toBe(other);

      simulator.store.products.create({ ...upstream.fields, id, channels: [1] });
      await settled();
      expect(await recordOf('product', id)).toMatchObject({
        id: before?.id,
        documentId: before?.documentId,
        publicationStatus: 'publish',
        withdrawnAt: null,
      });
      expect((await rest('/products', productList)).total).toBe(total);
      const [winner, loser] = id < other ? [id, other] : [other, id];
      expect((await rest(`/products/${slug}`, product)).id).toBe(winner);
      expect((await rest(`/products/${slug}-${loser}`, product)).id).toBe(loser);
    });

    test('can be a category or a brand', async () => {
      const { simulator, site } = connected;
      const collections = async () => (await rest('/collections', collectionList)).collections;
      const brands = async () => (await rest('/brands', brandList)).brands;
      const category = (await collections()).find(({ product_count: count }) => count > 0);
      const brand = (await brands()).find(({ product_count: count }) => count > 0);
      const [formerCategory, formerBrand] = [
        await recordOf('category', category?.id ?? 0),
        await recordOf('brand', brand?.id ?? 0),
      ];
      const gone = {
        category: simulator.store.categories.get(category?.id ?? 0),
        brand: simulator.store.brands.get(brand?.id ?? 0),
      };
      if (!gone.category || !gone.brand) throw new Error('the store lacks them');

      simulator.store.categories.delete(gone.category.id, 'keep');
      simulator.store.brands.delete(gone.brand.id, 'keep');
      await settled();
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      await finishedRun(site);
      expect((await collections()).map(({ id }) => id)).not.toContain(category?.id);
      expect((await brands()).map(({ id }) => id)).not.toContain(brand?.id);
      expect((await site.rest(`/brands/${brand?.id}`)).status).toBe(404);
      expect((await listed('?per_page=100')).flatMap(({ categories }) => categories)).not.toContain(category?.slug);
      expect(await recordOf('category', gone.category.id)).toMatchObject({
        documentId: formerCategory?.documentId,
        withdrawnAt: expect.any(String),
      });
      expect(await recordOf('brand', gone.brand.id)).toMatchObject({
        documentId: formerBrand?.documentId,
        withdrawnAt: expect.any(String),
      });

      simulator.store.categories.create({ ...gone.category, parent_id: 0 });
      simulator.store.brands.create(gone.brand);
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      await finishedRun(site);
      await eventually(async () => (await collections()).some(({ id }) => id === category?.id));
      expect((await collections()).find(({ id }) => id === category?.id)).toEqual(category);
      expect((await brands()).find(({ id }) => id === brand?.id)).toEqual(brand);
      expect((await recordOf('category', gone.category.id))?.documentId).toBe(formerCategory?.documentId);
      expect((await listed('?per_page=100')).flatMap(({ categories }) => categories)).toContain(category?.slug);
    });
  });
}

test('is deleted permanently after the retention period, and its history names the relations that were deleted with it', async () => {
  const clock = new ShiftedClock();
  const connected = await connectedSite({
    simulator: { products: 30 },
    boot: { sources: guideSources, machine: { clock } },
  });
  try {
    const { site, simulator } = connected;
    registerHooks(connected);
    const [kept = 0, expired = 0] = simulator.store.products.ids();
    const rowIdOf = async (upstreamId: number) =>
      row.parse(await site.strapi.db.query('plugin::commerce-bridge.product').findOne({ where: { upstreamId } })).id;
    const guide = await site.strapi
      .documents('api::guide.guide')
      .create({ data: { title: 'Tea', products: [await rowIdOf(kept), await rowIdOf(expired)] } });
    const deleted = async () => containerOf(site.strapi).deleteExpired(new AbortController().signal);

    simulator.store.products.delete(expired);
    await simulator.webhooks.idle();
    await processedEvents(site);
    clock.advance(days(29));
    simulator.store.products.delete(kept);
    // So much later, no delivery is accepted.
    await site.admin('POST', `/commerce-bridge/products/${kept}/resync`);
    expect(await deleted()).toBe(0);
    clock.advance(days(1.5));
    expect(await deleted()).toBe(1);

    const guides = await site.strapi
      .documents('api::guide.guide')
      .findOne({ documentId: guide.documentId, populate: ['products'] });
    expect(guides).toMatchObject({ products: [{ upstreamId: kept }] });
    const { status, body } = await site.admin('GET', `/commerce-bridge/products/${expired}`);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).toContain(`api::guide.guide.products of ${guide.documentId}`);
    expect((await containerOf(site.strapi).catalog.browser.changes(kept)).map((change) => change.kind)).toContain(
      'removed',
    );
  } finally {
    await connected.stop();
  }
});
