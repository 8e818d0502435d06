import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EmptyTreeError, MassCategoryRemovalError } from '../../server/src/markets/market-errors';
import type { Market } from '../../server/src/markets/market-parts';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: null, customerGroupId: null };
const categoriesPath = '/v3/catalog/trees/categories';

describe('a pass over the categories of a channel', () => {
  let bench: MarketBench;
  const store = () => bench.simulator.store;
  const requests = () => bench.simulator.requests.all(({ path }) => path.endsWith(categoriesPath)).length;
  const treeId = () => [...store().state.trees.values()].find(({ channels }) => channels.includes(3))?.id ?? 0;
  const create = (count: number) =>
    Array.from({ length: count }, (_, place) =>
      store().categories.create({ name: `Étage ${place}`, tree_id: treeId() }),
    ).map(({ id }) => id);
  const tree = async () =>
    bench.markets.categories.read(await bench.markets.passes.idOf({ kind: 'categories', channelId: 3 }));
  const treeIds = async () => (await tree()).map(({ id }) => id);
  const pass = async (options?: Parameters<MarketBench['pass']>[1]) => {
    const reports = await bench.pass([abroad], options);
    return reports.find(({ part }) => part.kind === 'categories');
  };

  beforeEach(async () => {
    bench = await openMarketBench();
    store().markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
    store().markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
  });
  afterEach(async () => {
    expect(bench.simulator.defects).toEqual([]);
    await bench.close();
  });

  test("stores the channel's own tree, hidden categories included, and no other channel's", async () => {
    store().categories.create({ name: 'At home' });
    const [top = 0] = create(1);
    const child = store().categories.create({
      name: 'Lampes',
      tree_id: treeId(),
      parent_id: top,
      sort_order: 7,
      is_visible: false,
      description: '<p>Lumière</p>',
      url: { path: '/etage-0/lampes/', is_customized: false },
    });
    const report = await pass();
    expect(report?.counts).toMatchObject({ created: 2, failed: 0 });
    expect(await tree()).toEqual([
      expect.objectContaining({ id: top, title: 'Étage 0', parentId: null, isVisible: true }),
      {
        id: child.id,
        title: 'Lampes',
        slugClaim: 'lampes',
        content: '<p>Lumière</p>',
        parentId: top,
        isVisible: false,
        sortOrder: 7,
        imageUrl: '',
        path: '/etage-0/lampes/',
      },
    ]);
  });

  test('writes what changed, and nothing else', async () => {
    const [first = 0, second = 0] = create(2);
    await pass();
    store().categories.move(second, first);
    expect((await pass())?.counts).toMatchObject({ created: 0, updated: 1, unchanged: 1, removed: 0 });
    expect(await tree()).toMatchObject([{ parentId: null }, { parentId: first }]);
  });

  test('continues at its checkpoint when its process died', async () => {
    const ids = create(600);
    // Memberships, the trees, and the first page.
    await expect(pass({ diesAfter: 3 })).rejects.toThrow('died here');
    expect(await treeIds()).toEqual(ids.slice(0, 250));
    bench.simulator.requests.clear();
    await pass();
    expect(requests()).toBe(2);
    expect(await treeIds()).toEqual(ids);
  });

  test('removes a category after a second look, and with it its texts', async () => {
    const [kept = 0, gone = 0] = create(2);
    await pass();
    store().categories.delete(gone);
    bench.clock.waits.length = 0;
    expect((await pass())?.counts.removed).toBe(1);
    expect(bench.clock.waits).toContain(5000);
    expect(await treeIds()).toEqual([kept]);
  });

  test('removes nothing that only a listing lacks', async () => {
    const ids = create(3);
    await pass();
    const some = store()
      .categories.all()
      .filter(({ id }) => id !== ids[0] && ids.includes(id));
    bench.simulator.faults.add({
      kind: 'status',
      status: 200,
      path: categoriesPath,
      body: {
        data: some.map(({ id, url, ...rest }) => ({ ...rest, category_id: id, url })),
        meta: { pagination: { total: 2, count: 2, per_page: 250, current_page: 1, total_pages: 1 } },
      },
    });
    expect((await pass())?.counts.removed).toBe(0);
    expect(await treeIds()).toEqual(ids);
  });

  test('does not believe that a channel has no category any more, unless that is confirmed', async () => {
    const ids = create(2);
    await pass();
    for (const id of ids) store().categories.delete(id);
    const error = await pass().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmptyTreeError);
    expect(error).toMatchObject({ data: { channelId: 3, cached: 2 } });
    expect(await treeIds()).toEqual(ids);
    await pass({ trust: 'everything' });
    expect(await treeIds()).toEqual([]);
  });

  test('holds back the removal of more than half, unless that is confirmed', async () => {
    const ids = create(60);
    await pass();
    for (const id of ids.slice(0, 31)) store().categories.delete(id);
    const error = await pass().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MassCategoryRemovalError);
    expect(error).toMatchObject({ data: { channelId: 3, missing: 31, cached: 60 } });
    expect(await treeIds()).toEqual(ids);
    expect((await pass({ trust: 'everything' }))?.counts.removed).toBe(31);
  });

  test('that is held back writes what was renamed or added since', async () => {
    const ids = create(60);
    await pass();
    for (const id of ids.slice(0, 31)) store().categories.delete(id);
    await expect(pass()).rejects.toBeInstanceOf(MassCategoryRemovalError);
    const last = ids.at(-1) ?? 0;
    store().categories.rename(last, 'Grenier');
    const [added = 0] = create(1);
    await expect(pass()).rejects.toBeInstanceOf(MassCategoryRemovalError);
    expect(await treeIds()).toEqual([...ids, added]);
    expect((await tree()).find(({ id }) => id === last)?.title).toBe('Grenier');
  });

  test('keeps a category that cannot be used any more as it was, and says so', async () => {
    const [first = 0, second = 0] = create(2);
    await pass();
    store().categories.rename(first, 'x'.repeat(600));
    const report = await pass();
    expect(report?.failures).toEqual([{ productId: first, reason: 'name has 600 characters; 512 can be stored' }]);
    expect(report?.counts).toMatchObject({ unchanged: 1, removed: 0, failed: 1 });
    expect(await treeIds()).toEqual([first, second]);
  });
});
