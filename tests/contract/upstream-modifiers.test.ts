import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { createUpstreamModifiers, type UpstreamModifiers } from '../../server/src/upstream/modifiers-client';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import { UpstreamHttpError } from '../../server/src/upstream/http/upstream-errors';
import { json, type ScriptedServer, startScriptedServer } from '../support/http/scripted-server';
import { createQuietLogger } from '../support/quiet-logger';
import { HastyClock } from '../support/time/clocks';

let access: UpstreamAccess;
let drawn = 0;

beforeAll(() => {
  access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
});
afterAll(() => access.close());

const modifiersAt = (apiUrl: string, account: { storeHash: string; accessToken: string }): UpstreamModifiers =>
  createUpstreamModifiers({
    http: access.http({ apiUrl, storeHash: account.storeHash, accessToken: account.accessToken }),
    drawVersion: async () => ++drawn,
  });

describe('the modifiers of a simulated store', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ products: 12, quota: 0 });
  });
  afterEach(async () => {
    expect(simulator.defects).toEqual([]);
    await simulator.close();
  });
  const read = (productIds: number[]) => modifiersAt(simulator.url, simulator.account).among({ productIds });

  test('of ten products are one request, and products without any have an empty list', async () => {
    const { products, modifiers } = simulator.store;
    const ids = products.ids().slice(0, 10);
    const [one = 0] = ids;
    modifiers.create(one, {
      display_name: 'Wrapping',
      type: 'dropdown',
      required: true,
      option_values: [
        { label: 'None', is_default: true },
        { label: 'Box', adjusters: { price: { adjuster: 'relative', adjuster_value: 2.5 } } },
      ],
    });
    modifiers.create(one, { display_name: 'Motto', type: 'text', config: { text_max_length: 20 } });
    const before = simulator.requests.all().length;
    const { products: read_, failures } = await read(ids);

    expect(simulator.requests.all()).toHaveLength(before + 1);
    expect(failures).toEqual([]);
    expect(read_.map(({ productId }) => productId).sort()).toEqual([...ids].sort());
    const [wrapping, motto] = read_.find(({ productId }) => productId === one)?.modifiers ?? [];
    expect(wrapping).toMatchObject({
      name: 'Wrapping',
      isRequired: true,
      values: [
        { label: 'None', isDefault: true, price: null },
        { label: 'Box', price: { kind: 'relative', value: 2.5 }, weight: null },
      ],
    });
    expect(motto).toMatchObject({ name: 'Motto', type: 'text', limits: { maxLength: 20 }, values: [] });
    expect(read_.filter(({ productId }) => productId !== one).every(({ modifiers: none }) => none.length === 0)).toBe(
      true,
    );
  });

  test('that may be truncated are read apart, and so are their values', async () => {
    const { products, modifiers } = simulator.store;
    const [one = 0] = products.ids();
    const labels = Array.from({ length: 50 }, (_, place) => `Value ${place}`);
    modifiers.create(one, {
      display_name: 'Long',
      type: 'dropdown',
      option_values: labels.map((label) => ({ label })),
    });
    const { products: found } = await read([one]);
    expect(found[0]?.modifiers[0]?.values.map(({ label }) => label)).toEqual(labels);
    expect(simulator.requests.all().some(({ path }) => path.includes('/values'))).toBe(true);
  });

  test('of a product that upstream does not return are neither read nor a failure', async () => {
    const [one = 0] = simulator.store.products.ids();
    const { products, failures } = await read([one, 99_999]);
    expect(products.map(({ productId }) => productId)).toEqual([one]);
    expect(failures).toEqual([]);
  });

  test('cannot be read while the store fails', async () => {
    const [one = 0] = simulator.store.products.ids();
    simulator.faults.add({ kind: 'status', status: 500, path: '/v3/catalog/products', method: 'GET', times: 0 });
    await expect(read([one])).rejects.toBeInstanceOf(UpstreamHttpError);
  });
});

describe('modifiers in an odd form', () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());
  const read = (productIds: number[]) =>
    modifiersAt(server.url, { storeHash: 'abc', accessToken: 'token' }).among({ productIds });
  const page = (data: unknown[]) =>
    json({ data, meta: { pagination: { total: data.length, total_pages: 1, current_page: 1 } } });

  test('spoil their product, and no other', async () => {
    server.script(
      page([
        { id: 1, modifiers: [{ id: 'x', display_name: 'Broken' }] },
        { id: 2, modifiers: [{ id: 5, display_name: 'Note', type: 'text', config: [], option_values: [] }] },
      ]),
    );
    const { products, failures } = await read([1, 2]);
    expect(products).toMatchObject([{ productId: 2, modifiers: [{ id: 5, limits: {} }] }]);
    expect(failures).toMatchObject([{ id: 1, reason: expect.stringContaining('id') }]);
  });

  test('are read from their own address where a product came without them', async () => {
    server.script(page([{ id: 1 }]), page([{ id: 5, display_name: 'Note', type: 'text' }]));
    const { products } = await read([1]);
    expect(products).toMatchObject([{ productId: 1, modifiers: [{ id: 5, name: 'Note', values: [] }] }]);
    expect(server.seen.map(({ url }) => url?.split('?')[0])).toEqual([
      '/stores/abc/v3/catalog/products',
      '/stores/abc/v3/catalog/products/1/modifiers',
    ]);
  });

  test.each([
    ['modifiers', Array.from({ length: 50 }, (_, place) => ({ id: place + 1, display_name: 'Note', type: 'text' }))],
    [
      'values',
      [
        {
          id: 5,
          display_name: 'Color',
          type: 'dropdown',
          option_values: Array.from({ length: 50 }, (_, place) => ({ id: place + 1, label: 'Red' })),
        },
      ],
    ],
  ])('are not read if the separate list of %s lacks some that came with the product', async (_, modifiers) => {
    server.script(page([{ id: 1, modifiers }]), page([]));
    const { products, failures } = await read([1]);
    expect(products).toEqual([]);
    expect(failures).toMatchObject([{ id: 1, reason: expect.stringContaining('sent 0 of at least 50 items') }]);
  });

  test('of a product that was not asked for are left out', async () => {
    server.script(page([{ id: 3, modifiers: [] }]));
    expect((await read([1])).products).toEqual([]);
  });
});
