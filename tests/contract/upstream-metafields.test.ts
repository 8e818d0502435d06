import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUpstreamMetafields, type UpstreamMetafields } from '../../server/src/upstream/metafields-client';
import { createUpstreamAccess, type UpstreamAccess } from '../../server/src/upstream/upstream-access';
import { UpstreamResponseError } from '../../server/src/upstream/http/upstream-errors';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { json, type ScriptedServer, startScriptedServer } from '../support/http/scripted-server';
import { createQuietLogger } from '../support/quiet-logger';
import { HastyClock } from '../support/time/clocks';

let access: UpstreamAccess;
let drawn = 0;
const namespaces = ['care'];

beforeAll(() => {
  access = createUpstreamAccess({ clock: new HastyClock(), random: () => 0, logger: createQuietLogger() });
});
afterAll(() => access.close());

const metafieldsAt = (apiUrl: string, account: { storeHash: string; accessToken: string }): UpstreamMetafields =>
  createUpstreamMetafields({
    http: access.http({ apiUrl, storeHash: account.storeHash, accessToken: account.accessToken }),
    drawVersion: async () => ++drawn,
  });

describe('the metafields of a simulated store', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startSimulator({ products: 3, quota: 0 });
  });
  afterEach(async () => {
    expect(simulator.defects).toEqual([]);
    await simulator.close();
  });
  const upstream = () => metafieldsAt(simulator.url, simulator.account);
  const [create, product] = [
    (productId: number, key: string, namespace = 'care') =>
      simulator.store.markets.metafields.create({
        resource_type: 'product',
        resource_id: productId,
        namespace,
        key,
        value: key,
      }),
    () => simulator.store.products.ids()[0] ?? 0,
  ];

  test('of one product are read page by page', async () => {
    for (let count = 0; count < 260; count += 1) create(product(), `key ${count}`);
    create(product(), 'other', 'origin');
    const { products } = await upstream().ofProduct({ productId: product(), namespaces });
    expect(products[0]?.metafields).toHaveLength(260);
    expect(simulator.requests.all()).toHaveLength(2);
  });

  test('of all products are listed by cursor, with nothing twice and nothing left out when one is deleted meanwhile', async () => {
    const created = Array.from({ length: 300 }, (_, count) => create(product(), `key ${count}`));
    const first = await upstream().listed({ namespaces, after: null });
    expect(first.shown).toHaveLength(250);
    const second = await upstream().listed({ namespaces, after: first.next });
    expect(second.next).toBeNull();
    const ids = [...first.shown, ...second.shown].map(({ id }) => id);
    expect(ids).toEqual(created.map(({ id }) => id));
  });

  test('of a product that the store does not have are neither read nor a failure', async () => {
    expect(await upstream().ofProduct({ productId: 99_999, namespaces })).toMatchObject({ products: [], failures: [] });
  });
});

describe('metafields in an odd form', () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());
  const upstream = () => metafieldsAt(server.url, { storeHash: 'abc', accessToken: 'token' });
  const listed = () => upstream().listed({ namespaces, after: null });
  const wire = (fields: object = {}) => ({
    id: 5,
    resource_id: 1,
    namespace: 'care',
    key: 'wash',
    value: '30',
    permission_set: 'read_and_sf_access',
    ...fields,
  });
  const page = (data: unknown[]) =>
    json({ data, meta: { pagination: { total: data.length, total_pages: 1, current_page: 1 } } });
  const cursorPage = (data: unknown[], cursors: object) => json({ data, meta: { cursor_pagination: cursors } });

  test('spoil the list of their product, which would otherwise lose them', async () => {
    server.script(page([wire(), wire({ id: 'x' })]));
    const { products, failures } = await upstream().ofProduct({ productId: 1, namespaces });
    expect(products).toEqual([]);
    expect(failures).toMatchObject([{ id: 1, reason: expect.stringContaining('id') }]);
  });

  test('are not read where fewer arrive than upstream counts', async () => {
    server.script(json({ data: [wire()], meta: { pagination: { total: 2, total_pages: 1, current_page: 1 } } }));
    await expect(upstream().ofProduct({ productId: 1, namespaces })).rejects.toBeInstanceOf(UpstreamResponseError);
  });

  test('spoil no others of a listing', async () => {
    server.script(cursorPage([wire({ key: null }), wire({ id: 6 })], { links: {} }));
    expect(await listed()).toMatchObject({ shown: [{ id: 6, productId: 1 }], failures: [{ id: 5 }], next: null });
  });

  test('with permissions that are unknown are private', async () => {
    server.script(
      cursorPage([wire({ permission_set: 'everybody' }), wire({ id: 6, permission_set: null })], { end_cursor: 'a' }),
    );
    expect(await listed()).toMatchObject({ shown: [], hidden: [{ id: 5 }, { id: 6 }], next: 'a' });
  });

  test.each([
    ['continues after an empty page', [], { end_cursor: 'a', links: { next: '?after=a' } }],
    ['continues without saying where', [wire()], { links: { next: '?after=a' } }],
  ])('are not listed where a page %s', async (_what, data, cursors) => {
    server.script(cursorPage(data, cursors));
    await expect(listed()).rejects.toBeInstanceOf(UpstreamResponseError);
  });

  test('are not listed for ever where a page leads back to itself or to an earlier one', async () => {
    server.script(cursorPage([wire()], { end_cursor: 'a', links: { next: '?after=a' } }));
    await expect(upstream().listed({ namespaces, after: 'a' })).rejects.toThrow(/read before/);
    await expect(upstream().listed({ namespaces, after: 'b', earlier: 'a' })).rejects.toThrow(/read before/);
  });
});
