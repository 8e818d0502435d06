import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/src/server';
import { systemClock } from '../../server/src/lib/clock';
import { milliseconds } from '../../server/src/lib/durations';
import { testConnection } from '../../server/src/upstream/try-connection';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import type { CatalogPage, RequestReport, UpstreamConnection } from '../../server/src/upstream/upstream-catalog';
import { createQuietLogger } from '../support/quiet-logger';

let simulator: Simulator;
let access: UpstreamAccess;

async function start(options: SimulatorOptions): Promise<UpstreamConnection> {
  simulator = await startSimulator(options);
  return { apiUrl: simulator.url, storeHash: simulator.account.storeHash, accessToken: simulator.account.accessToken };
}

beforeEach(() => {
  access = createUpstreamAccess({
    clock: systemClock,
    random: () => 0,
    logger: createQuietLogger(),
    retry: { firstDelay: milliseconds(2) },
  });
});

afterEach(async () => {
  await access.close();
  await simulator.close();
  expect(simulator.defects).toEqual([]);
});

async function readAll<Item>(read: (page: number) => Promise<CatalogPage<Item>>): Promise<CatalogPage<Item>[]> {
  const pages: CatalogPage<Item>[] = [];
  for (let page = 1; ; page += 1) {
    const response = await read(page);
    pages.push(response);
    if (page >= response.totalPages) return pages;
  }
}

describe('a generated catalog', () => {
  test('is read completely: every product, category and brand once, without a failure', async () => {
    const connection = await start({ products: 230, quota: 0 });
    const catalog = access.catalog(connection);
    const pages = await readAll((page) => catalog.readProducts({ page, channelId: 1 }));
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 50, 50, 30]);
    expect(pages.flatMap(({ failures }) => failures)).toEqual([]);
    expect(pages.flatMap(({ items }) => items.map((item) => item.id))).toEqual(simulator.store.products.ids());
    expect(pages.map(({ total }) => total)).toEqual(Array(5).fill(230));

    const categories = await readAll((page) => catalog.readCategories({ page, channelId: 1 }));
    const brands = await readAll((page) => catalog.readBrands({ page }));
    expect(categories[0]?.items.length).toBeGreaterThan(0);
    expect(brands[0]?.items.length).toBeGreaterThan(0);
    expect([...categories, ...brands].flatMap(({ failures }) => failures)).toEqual([]);
  });

  test('can be queried for what was modified since a given time', async () => {
    const connection = await start({ products: 30, quota: 0 });
    const [id = 0] = simulator.store.products.ids();
    const before = new Date();
    simulator.store.products.rename(id, 'Renamed');
    const { items } = await access.catalog(connection).readProducts({ page: 1, channelId: 1, modifiedSince: before });
    expect(items).toMatchObject([{ id, title: 'Renamed' }]);
  });

  test('can be queried by id; what is gone is missing', async () => {
    const connection = await start({ products: 60, quota: 0 });
    const catalog = access.catalog(connection);
    const [first = 0, second = 0, third = 0] = simulator.store.products.ids();
    simulator.store.products.delete(second);
    const { items } = await catalog.readProductsById({ ids: [first, second, third], channelId: 1 });
    expect(items.map((item) => item.id)).toEqual([first, third]);

    const [category] = (await catalog.readCategories({ page: 1, channelId: 1 })).items;
    await expect(
      catalog.readCategoriesById({ ids: [category?.id ?? 0, 999_999], channelId: 1 }),
    ).resolves.toMatchObject({ items: [category], failures: [] });
    const [brand] = (await catalog.readBrands({ page: 1 })).items;
    await expect(catalog.readBrandsById({ ids: [brand?.id ?? 0, 999_999] })).resolves.toMatchObject({
      items: [brand],
      failures: [],
    });
  });
});

test.each([50, 100, 250])(
  'a product with 600 variants and 1,000 images is read completely, with %p embedded',
  async (embeddedVariants) => {
    const connection = await start({ products: 1, quota: 0, embeddedVariants });
    const { id } = simulator.store.products.create({
      name: 'Many',
      channels: [1],
      variants: Array.from({ length: 600 }, (_, index) => ({
        sku: `MANY-${index}`,
        options: { Number: `No. ${index}` },
      })),
      images: Array.from({ length: 1_000 }, () => ({})),
      custom_fields: Array.from({ length: 200 }, (_, index) => ({ name: `Field ${index}`, value: 'x' })),
    });
    const { items } = await access.catalog(connection).readProductsById({ ids: [id], channelId: 1 });
    const [product] = items;
    expect(product?.variants).toHaveLength(600);
    expect(new Set(product?.variants.map((variant) => variant.name)).size).toBe(600);
    expect(product?.images).toHaveLength(1_000);
    expect(product?.customFields).toHaveLength(200);
  },
);

describe('faults of upstream', () => {
  test('do not prevent reading a listing: 500, dropped connections, truncated bodies, overload', async () => {
    const connection = await start({ products: 200, quota: 0 });
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'reset' },
      { kind: 'truncate', framing: 'intact' },
      { kind: 'truncate', framing: 'broken' },
      { kind: 'overload' },
    ] as const)
      simulator.faults.add({ ...fault, path: '/v3/catalog/products' });
    const requests: RequestReport['status'][] = [];
    const catalog = access.catalog(connection, { onReport: ({ status }) => requests.push(status) });
    const pages = await readAll((page) => catalog.readProducts({ page, channelId: 1 }));
    expect(pages.flatMap(({ items }) => items)).toHaveLength(200);
    expect(requests).toHaveLength(4 + 5);
  });

  test('the quota is never exceeded, with three readers at once', async () => {
    const connection = await start({ products: 3, quota: 30, quotaWindowMilliseconds: 400 });
    const statuses: RequestReport['status'][] = [];
    const reader = async () => {
      const catalog = access.catalog(connection, { onReport: ({ status }) => statuses.push(status) });
      for (let count = 0; count < 20; count += 1) await catalog.readProducts({ page: 1, channelId: 1 });
    };
    await Promise.all([reader(), reader(), reader(), reader()]);
    expect(statuses).toEqual(Array(80).fill(200));
    expect(simulator.requests.maximumInFlight).toBeLessThanOrEqual(3);
  });
});

describe('a connection test', () => {
  const check = (connection: UpstreamConnection) =>
    testConnection(access.http(connection), { storeHash: connection.storeHash });

  test('finds the store and its scopes', async () => {
    await expect(check(await start({ quota: 0 }))).resolves.toMatchObject({
      kind: 'connected',
      scopes: Array(4).fill({ required: expect.any(Boolean), granted: true }),
    });
  });

  test('names the scope that the token lacks', async () => {
    const connection = await start({ quota: 0, scopes: ['store_v2_information_read_only'] });
    await expect(check(connection)).resolves.toMatchObject({
      kind: 'connected',
      scopes: [
        { scope: 'store_v2_products_read_only', granted: false },
        { scope: 'store_v2_information_read_only', granted: true },
        { scope: 'store_storefront_api', granted: false },
        { scope: 'store_cart', granted: false },
      ],
    });
  });

  test('is rejected with a wrong token', async () => {
    const connection = await start({ quota: 0 });
    await expect(check({ ...connection, accessToken: 'wrong' })).resolves.toMatchObject({
      kind: 'rejected',
      reason: 'unauthorized',
    });
  });

  test('is rejected with a wrong store hash', async () => {
    const connection = await start({ quota: 0 });
    await expect(check({ ...connection, storeHash: 'elsewhere' })).resolves.toMatchObject({ kind: 'rejected' });
  });
});
