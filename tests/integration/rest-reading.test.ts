import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { product, productList } from '../../contracts/rest/products';
import { createProductIndexRepair } from '../../server/src/catalog/product-index/product-index-repair';
import { presentListItem, presentProduct } from '../../server/src/catalog/views/product-view';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { containerOf } from '../../server/src/container';
import { createSearchIndex } from '../../server/src/catalog/search/search-index';
import { dialectOf } from '../../server/src/database/database';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import { aBrand, aCategory, anImage, aProduct } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';
import { onEachDatabase } from '../support/databases/on-each-database';
import { createQuietLogger } from '../support/quiet-logger';

// More products than a search sorts by reading each, and more than the distance between remembered cursors.
const catalogSize = 1300;
const first = 5000;

const many = Array.from({ length: catalogSize }, (_, index) =>
  aProduct({
    id: first + index,
    title: `Plain ${index % 10}`,
    slugClaim: `plain-${index}`,
    content: `<p>Quite <b>ordinary</b> ${index % 40}</p>`,
    publicationStatus: index % 11 === 5 ? 'draft' : 'publish',
    price: (index * 37) % 100,
    categoryIds: index % 3 === 0 ? [4, 1] : [4],
    images: [anImage(index, 'Front "quoted"')],
  }),
);

onEachDatabase('reading precomputed responses', (shop) => {
  const list = (query: string) => shop.read(`/products?${query}`, productList);
  const idsOf = async (query: string) => (await list(query)).products.map(({ id }) => id);
  const parts = () => containerOf(shop.site().strapi);

  function repairWith(options: Partial<Parameters<typeof createProductIndexRepair>[0]>) {
    const { strapi } = shop.site();
    return createProductIndexRepair({
      database: strapi.db.connection,
      tables: readCatalogTables(strapi),
      productIndex: parts().productIndex,
      searchIndex: { write: async () => undefined, remove: async () => undefined, trust: () => undefined },
      state: createKnexStateStore(strapi.db.connection),
      changes: { publish: async () => undefined },
      othersRun: async () => false,
      loop: { rest: async () => undefined },
      logger: createQuietLogger(),
      ...options,
    });
  }

  /** The same responses, computed from the records and Strapi's own relations. */
  async function expectFresh(ids: readonly number[]): Promise<void> {
    const { catalog, restSettings, storeFacts } = parts();
    const context = {
      include: new Set<never>(),
      productPageAddress: restSettings.productPageAddress(),
      weightUnit: (await storeFacts.read())?.weightUnit ?? null,
      currency: null,
      market: null,
    };
    const records = await catalog.products.findByIds(ids, 'details');
    expect((await list(`ids=${ids.join(',')}&per_page=100&orderby=date&order=asc`)).products).toEqual(
      [...records]
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id)
        .map((record) => presentListItem(record, context)),
    );
    for (const { slug } of records) {
      const full = await catalog.products.findBySlug(slug);
      expect(await shop.read(`/products/${encodeURIComponent(slug)}`, product)).toEqual(
        full && presentProduct(full, context),
      );
    }
  }

  beforeAll(async () => {
    for (let start = 0; start < many.length; start += 100)
      await shop.catalog().write('product', many.slice(start, start + 100));
  });

  describe('a search', () => {
    test.each(['date', 'title', 'price'])(
      'with many matches, ordered by %s, is paged without repeating or missing any',
      async (orderby) => {
        for (const filter of ['search=i', 'search=i&category=kitchen']) {
          const { total, pages } = await list(`${filter}&orderby=${orderby}&per_page=100`);
          const met: number[] = [];
          for (let page = pages; page > 0; page -= 1)
            met.unshift(...(await idsOf(`${filter}&orderby=${orderby}&per_page=100&page=${page}`)));
          expect(new Set(met).size).toBe(total);
          const reversed = await idsOf(`${filter}&orderby=${orderby}&per_page=100&order=asc`);
          expect(reversed).toEqual(met.slice(-100).reverse());
        }
      },
    );

    test('with few matches, and another filter, finds and counts what passes both', async () => {
      const matching = many.filter(
        ({ title, content, publicationStatus, categoryIds }) =>
          publicationStatus === 'publish' && categoryIds.includes(1) && `${title}\n${content}`.includes('Plain 7'),
      );
      const response = await list('search=plain%207&category=kitchen&per_page=100&order=asc');
      expect([response.total, response.products.map(({ id }) => id)]).toEqual([
        matching.length,
        matching.map(({ id }) => id),
      ]);
      expect((await list('search=plain%207&category=kitchen&min_price=50')).total).toBe(
        matching.filter(({ price }) => price >= 50).length,
      );
    });
  });

  test.each(['', '&category=bowls'])(
    'pages far into a list%s show the right products, in each order',
    async (filter) => {
      for (const orderby of ['date', 'title', 'price']) {
        const { total } = await list(`orderby=${orderby}${filter}`);
        const whole: number[] = [];
        for (let page = 1; whole.length < total; page += 1)
          whole.push(...(await idsOf(`orderby=${orderby}${filter}&per_page=100&page=${page}`)));
        expect(new Set(whole).size).toBe(total);
        const last = Math.floor(total / 7) + 1;
        expect(await idsOf(`orderby=${orderby}${filter}&per_page=7&page=${last}`)).toEqual(
          whole.slice((last - 1) * 7, last * 7),
        );
        // Near a remembered cursor.
        expect(await idsOf(`orderby=${orderby}${filter}&per_page=7&page=${last - 1}`)).toEqual(
          whole.slice((last - 2) * 7, (last - 1) * 7),
        );
      }
    },
  );

  describe('a response is what would be computed now', () => {
    const some = [10, 12, 14, 19, first, first + 3];

    test('at first', async () => {
      await expectFresh(some);
    });

    test('after a category was renamed, hidden, removed, and came back', async () => {
      const kitchen = aCategory({ id: 1, title: 'Kitchen', sortOrder: 2, content: '<p>All for the kitchen</p>' });
      const slugs = async () => (await list('ids=10')).products[0]?.categories;
      await shop.catalog().write('category', [{ ...kitchen, title: 'Küche "neu"', slugClaim: 'küche' }]);
      expect(await slugs()).toEqual(['mugs', 'küche']);
      await expectFresh(some);
      expect(await idsOf('category=küche&per_page=1')).not.toEqual([]);
      await shop.catalog().write('category', [{ ...kitchen, isVisible: false }]);
      expect(await slugs()).toEqual(['mugs']);
      await expectFresh(some);
      await shop.catalog().remove('category', [1]);
      expect(await slugs()).toEqual(['mugs']);
      await expectFresh(some);
      await shop.catalog().write('category', [kitchen]);
      expect(await slugs()).toEqual(['mugs', 'kitchen']);
      await expectFresh(some);
    });

    test('after a brand was renamed', async () => {
      await shop.catalog().write('brand', [aBrand({ id: 1, title: 'Omega' })]);
      expect((await list('ids=10&include=brand')).products[0]?.brand).toEqual({ id: 1, name: 'Omega', slug: 'omega' });
      expect((await idsOf('brand=omega')).sort()).toEqual([10, 12]);
      await shop.catalog().write('brand', [aBrand({ id: 1, title: 'zeta', content: 'The last one' })]);
    });

    test('after a slug moved to another record', async () => {
      await shop.catalog().write('product', [aProduct({ id: 3, title: 'Earlier', slugClaim: 'full' })]);
      expect((await shop.read('/products/full', product)).id).toBe(3);
      expect((await shop.read('/products/full-19', product)).id).toBe(19);
      await expectFresh([...some, 3]);
      await shop.catalog().remove('product', [3]);
      await expectFresh(some);
    });

    test('after the product page address or the store’s unit changed', async () => {
      const { settings, storeFacts } = parts();
      await shop
        .site()
        .admin('PUT', '/commerce-bridge/settings', { productPageAddress: 'https://shop.example/p/{slug}?x=$&' });
      expect(settings.snapshot().plain.productPageAddress).toBe('https://shop.example/p/{slug}?x=$&');
      expect((await list('ids=19')).products[0]?.permalink).toBe('https://shop.example/p/full?x=$&');
      await storeFacts.write(
        {
          weightUnit: 'Pounds',
          currency: 'USD',
          name: 'Shop',
          defaultChannelId: 1,
          currencySymbol: '$',
          currencyDecimals: 2,
          currencyPlacement: 'left',
          locale: 'en',
          readVersion: 1,
        },
        { hold: async () => undefined },
      );
      expect((await shop.read('/products/full', product)).meta.weight).toBe('1.25 lb');
      await expectFresh(some);
    });

    test('where nothing has been precomputed yet', async () => {
      const { strapi } = shop.site();
      const { tableName } = strapi.db.metadata.get('plugin::commerce-bridge.product');
      await strapi.db
        .connection(tableName)
        .whereIn('upstream_id', [10, 19])
        .update({ prepared_item: null, prepared_details: null });
      await expectFresh(some);
    });
  });

  describe('content that did not come from a sync', () => {
    test('is listed and searched as soon as it is noticed', async () => {
      const { strapi } = shop.site();
      await strapi.db.query('plugin::commerce-bridge.product').create({
        data: {
          title: 'Imported theremin',
          upstreamId: 4800,
          slug: 'theremin',
          slugClaim: 'theremin',
          publicationStatus: 'publish',
          price: 1,
          calculatedPrice: 1,
          inStock: true,
          inventoryTracking: 'none',
          availability: 'available',
          inventoryLevel: 0,
          weight: 1,
          content: '<p>Hands off</p>',
          categoryIds: [4],
          fingerprint: 'imported',
          upstreamCreatedAt: new Date('2025-01-01T00:00:00Z'),
          upstreamModifiedAt: new Date('2025-01-01T00:00:00Z'),
          sku: '',
          titleKey: 'imported theremin',
        },
      });
      await eventually(async () => (await idsOf('search=hands%20off')).includes(4800));
      expect(await idsOf('category=bowls&per_page=1')).toEqual([4800]);
      await strapi.db.query('plugin::commerce-bridge.product').deleteMany({ where: { upstreamId: 4800 } });
      await eventually(
        async () => (await strapi.db.connection(tables.listedProducts).where({ product_id: 4800 })).length === 0,
      );
      expect(await idsOf('search=hands%20off')).toEqual([]);
    });

    test('indexes all texts again after an earlier version, once no instance of one runs', async () => {
      const { strapi } = shop.site();
      const database = strapi.db.connection;
      const state = createKnexStateStore(database);
      const searchIndex = createSearchIndex({ database, logger: createQuietLogger() });
      const trust = vi.fn(() => searchIndex.trust());
      let othersRun = true;
      const repair = repairWith({ searchIndex: { ...searchIndex, trust }, othersRun: async () => othersRun });
      // As an earlier version leaves it: nothing is indexed, or outdated texts of products.
      await state.write('catalog.listings', 1);
      await searchIndex.prepare();
      if (dialectOf(database) !== 'sqlite') {
        await database(tables.searchGrams).where('gram', '<', 1000).delete();
        await database(tables.searchGrams).update({ b0: 0, b1: 12_345 });
      }
      const { signal } = new AbortController();
      expect(await repair.repair(signal)).toEqual({ products: [], isPostponed: true });
      expect(trust).not.toHaveBeenCalled();
      othersRun = false;
      expect(await repair.repair(signal)).toEqual({ products: [], isPostponed: false });
      expect([trust.mock.calls.length, await state.read('catalog.listings', z.int())]).toEqual([1, 2]);

      const rows = await database(tables.listedProducts)
        .where('is_published', true)
        .select('product_id', 'search_text');
      const texts = rows.map((row) => ({ id: Number(row.product_id), text: String(row.search_text) }));
      expect(texts.length).toBeGreaterThan(1000);
      expect(await searchIndex.lacking(database, texts)).toEqual([]);
    });

    test('is announced as far as it was listed when the site stops halfway', async () => {
      const { strapi } = shop.site();
      const database = strapi.db.connection;
      await database(tables.listedProducts)
        .whereBetween('product_id', [first, first + 149])
        .update({ fingerprint: 'of before' });
      const outdated = async () => (await database(tables.listedProducts).where({ fingerprint: 'of before' })).length;
      const stopping = new AbortController();
      const stopHalfway = async () => {
        if ((await outdated()) < 150) stopping.abort();
      };
      const published: number[] = [];
      const publish = async ({ products = [] }: { products?: readonly number[] }) => void published.push(...products);
      const repair = repairWith({ changes: { publish }, loop: { rest: stopHalfway } });
      await expect(repair.repair(stopping.signal)).rejects.toThrow();
      expect(published).toEqual(Array.from({ length: 50 }, (_, index) => first + index));
      expect(await outdated()).toBe(100);
      await repair.repair(new AbortController().signal);
      expect(await outdated()).toBe(0);
    });
  });
});
