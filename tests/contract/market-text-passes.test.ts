import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { transact } from '../../server/src/database/transact';
import { minutes } from '../../server/src/lib/durations';
import { partName, type Market, type TextsPart } from '../../server/src/markets/market-parts';
import { UpstreamNotFoundError } from '../../server/src/upstream/http/upstream-errors';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: 'fr', customerGroupId: null };

describe('a pass over the texts of a channel in a locale', () => {
  let bench: MarketBench;
  const store = () => bench.simulator.store;
  const queries = () => bench.simulator.requests.all(({ path }) => path.endsWith('/graphql')).length;
  const create = (count: number) =>
    Array.from(
      { length: count },
      (_, place) => store().products.create({ name: `Pot ${place}`, price: 10, channels: [1, 3] }).id,
    );
  const translate = (kind: 'product' | 'category' | 'brand', id: number, texts: Record<string, string>) =>
    store().markets.locales.translate({ kind, id, channelId: 3, locale: 'fr' }, texts);
  const textsOf = async (kind: TextsPart['kind'], ids: readonly number[]) =>
    bench.markets.texts.read(await bench.markets.passes.idOf({ kind, channelId: 3, locale: 'fr' }), ids);
  const titlesOf = async (kind: TextsPart['kind'], ids: readonly number[]) =>
    (await textsOf(kind, ids)).map(({ title, resolved }) => [title, resolved]);
  const pass = async (markets: Market[] = [abroad], options?: Parameters<MarketBench['pass']>[1]) => {
    const reports = await bench.pass(markets, options);
    return new Map(reports.map((report) => [partName(report.part), report]));
  };

  beforeEach(async () => {
    bench = await openMarketBench();
    store().markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
    store().markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
    store().markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
  });
  afterEach(async () => {
    expect(bench.simulator.defects).toEqual([]);
    await bench.close();
  });

  test('stores what products, categories, and brands are called there', async () => {
    const [pot = 0, plain = 0] = create(2);
    const treeId = [...store().state.trees.values()].find(({ channels }) => channels.includes(3))?.id ?? 0;
    const category = store().categories.create({ name: 'Kitchen', tree_id: treeId }).id;
    const brand = store().brands.create({ name: 'Potter' }).id;
    translate('product', pot, {
      name: 'Pot en grès',
      path: '/pot-en-gres/',
      description: '<p>Grès</p>',
      pageTitle: 'Grès',
    });
    translate('category', category, { name: 'Cuisine' });
    translate('brand', brand, { name: 'Potier', metaDescription: 'Depuis 1900' });
    await bench.copyCatalog();
    const reports = await pass();
    expect([...reports.keys()]).toEqual([
      'membership 3',
      'categories 3',
      'texts 3 fr',
      'category texts 3 fr',
      'brand texts 3 fr',
      'prices 3 EUR guests',
    ]);
    expect(reports.get('texts 3 fr')?.counts).toMatchObject({ created: 2, failed: 0 });
    expect(await textsOf('texts', [pot])).toEqual([
      {
        id: pot,
        resolved: 'fr',
        title: 'Pot en grès',
        slugClaim: 'pot-en-gres',
        path: '/pot-en-gres/',
        content: '<p>Grès</p>',
        seo: { pageTitle: 'Grès', metaDescription: '', metaKeywords: [] },
      },
    ]);
    expect(await titlesOf('texts', [plain])).toEqual([['Pot 1', 'fr']]);
    expect(await titlesOf('category texts', [category])).toEqual([['Cuisine', 'fr']]);
    expect(await textsOf('brand texts', [brand])).toMatchObject([{ title: 'Potier', content: 'Depuis 1900' }]);
  });

  test('stores texts in another locale than the one asked for as the fallback that they are', async () => {
    const ids = create(1);
    store().markets.locales.set(3, [{ code: 'en', isDefault: true }]);
    await bench.copyCatalog();
    await pass();
    expect(await titlesOf('texts', ids)).toEqual([['Pot 0', 'en']]);
    store().markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
    translate('product', ids[0] ?? 0, { name: 'Pot en grès' });
    expect((await pass()).get('texts 3 fr')?.counts).toMatchObject({ updated: 1 });
    expect(await titlesOf('texts', ids)).toEqual([['Pot en grès', 'fr']]);
  });

  test("asks nothing of the storefront in the store's own locale, which the catalog has", async () => {
    create(2);
    await bench.copyCatalog();
    expect([...(await pass([{ ...abroad, locale: 'EN' }])).keys()]).toEqual([
      'membership 3',
      'categories 3',
      'prices 3 EUR guests',
    ]);
    expect(queries()).toBe(0);
  });

  test("reads the channel's own texts in the store's own locale where the market says that there are some", async () => {
    const [pot = 0] = create(2);
    await bench.copyCatalog();
    store().markets.locales.translate({ kind: 'product', id: pot, channelId: 3, locale: 'en' }, { name: 'Jar' });
    const reports = await pass([{ ...abroad, locale: 'en', hasOwnTexts: true }]);
    expect(reports.get('texts 3 en')?.counts).toMatchObject({ created: 2 });
    const part = { kind: 'texts', channelId: 3, locale: 'en' } as const;
    const [own, global] = await bench.markets.texts.read(await bench.markets.passes.idOf(part), [pot, pot + 1]);
    expect([own?.title, global?.title]).toEqual(['Jar', 'Pot 1']);
  });

  test('asks for fifty products at a time, and once for what markets share', async () => {
    create(120);
    await bench.copyCatalog();
    const dollars = { ...abroad, key: 'dollars', currency: 'USD' };
    await pass([abroad, dollars]);
    // Three queries for products, and one for the store's brands.
    expect(queries()).toBe(4);
  });

  test('asks for fewer at a time when the storefront refuses fifty', async () => {
    const ids = create(60);
    await bench.copyCatalog();
    bench.simulator.faults.add({ kind: 'status', status: 400, path: '*/graphql', method: 'POST', times: 1 });
    const report = (await pass()).get('texts 3 fr');
    expect(report?.counts).toMatchObject({ created: 60, failed: 0 });
    expect(await textsOf('texts', ids)).toHaveLength(60);
    // The refused query of fifty, two of twenty-five, one of ten, and the brands.
    expect(queries()).toBe(5);
  });

  test('keeps the texts of a product that the storefront no longer shows', async () => {
    const [pot = 0] = create(2);
    await bench.copyCatalog();
    await pass();
    store().products.update(pot, { is_visible: false });
    expect((await pass()).get('texts 3 fr')?.counts).toMatchObject({ unchanged: 1, removed: 0, failed: 0 });
    expect(await titlesOf('texts', [pot])).toEqual([['Pot 0', 'fr']]);
  });

  test('continues at its checkpoint after a failure', async () => {
    const ids = create(300);
    await bench.copyCatalog();
    const fault = { kind: 'status', status: 404, path: '*/graphql', method: 'POST', skip: 4 } as const;
    bench.simulator.faults.add(fault);
    await expect(pass()).rejects.toBeInstanceOf(UpstreamNotFoundError);
    expect(await textsOf('texts', ids)).toHaveLength(200);
    bench.simulator.requests.clear();
    await pass();
    expect(await textsOf('texts', ids)).toHaveLength(300);
    // Two queries for the remaining products, and one for brands.
    expect(queries()).toBe(3);
  });

  test.each([
    { kind: 'status', status: 503 },
    { kind: 'truncate' },
    { kind: 'reset' },
    { kind: 'overload' },
    { kind: 'status', status: 401 },
  ] as const)('gets over a storefront that fails once: $kind $status', async (fault) => {
    const ids = create(2);
    await bench.copyCatalog();
    bench.simulator.faults.add({ ...fault, path: '*/graphql', method: 'POST' });
    expect((await pass()).get('texts 3 fr')?.counts).toMatchObject({ created: 2, failed: 0 });
    expect(await textsOf('texts', ids)).toHaveLength(2);
  });

  test('of a channel without a storefront fails, and changes no text', async () => {
    const ids = create(2);
    await bench.copyCatalog();
    await pass();
    store().markets.channels.removeSite(3);
    await expect(pass()).rejects.toBeInstanceOf(UpstreamNotFoundError);
    expect(await textsOf('texts', ids)).toHaveLength(2);
  });

  test('leaves a product that an event concerns, just before its texts are read again to be sure, to be read as often as after any event', async () => {
    const ids = create(1);
    await bench.copyCatalog();
    await pass();
    const { partStates, passes, refreshPart, stale } = bench.markets;
    const part = { kind: 'texts', channelId: 3, locale: 'fr' } as const;
    const partId = await passes.idOf(part);
    const anEvent = async () => {
      const askedVersion = await createReadVersions(bench.database).draw();
      await transact(bench.database, (transaction) =>
        stale.mark(transaction, { partIds: [partId], productIds: ids, askedVersion }),
      );
    };
    const waiting = () => stale.due({ partId, limit: 10 });
    const refresh = async (due: Awaited<ReturnType<typeof waiting>>) => {
      const knownParts = new Map((await partStates.list()).map(({ id, name }) => [name, id]));
      const hold = async () => undefined;
      const signal = new AbortController().signal;
      await refreshPart({ http: bench.http, signal, hold, knownParts }, part, due);
    };
    await anEvent();
    for (const step of [0, 1]) {
      const due = await waiting();
      expect(due).toMatchObject([{ step }]);
      await refresh(due);
      bench.clock.advance(minutes(12));
    }
    const last = await waiting();
    expect(last).toMatchObject([{ step: 2 }]);

    await anEvent();
    await refresh(last);
    expect(await waiting()).toMatchObject([{ step: 0 }]);
  });
});
