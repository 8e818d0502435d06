import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { EmptyChannelError, MassUnassignmentError } from '../../server/src/markets/market-errors';
import type { Market } from '../../server/src/markets/market-parts';
import { PassTakenOverError } from '../../server/src/markets/part-pass';
import { UpstreamHttpError } from '../../server/src/upstream/http/upstream-errors';
import { expectedMembers, expectedPrices } from '../support/shops/expected-market';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: null, customerGroupId: null };
const assignmentsPath = '/v3/catalog/products/channel-assignments';
const pricingPath = '/v3/pricing/products';

describe('a pass over a market', () => {
  let bench: MarketBench;
  const store = () => bench.simulator.store;
  const requests = (path: string) => bench.simulator.requests.all((request) => request.path.endsWith(path)).length;
  const create = (count: number, channels = [1, 3]) =>
    Array.from(
      { length: count },
      (_, place) => store().products.create({ name: `P ${place}`, price: 10, channels }).id,
    );

  beforeEach(async () => {
    bench = await openMarketBench();
    store().markets.channels.create({ id: 3, name: 'Abroad' });
    store().markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
  });
  afterEach(async () => {
    expect(bench.simulator.defects).toEqual([]);
    await bench.close();
  });

  test('stores what the channel sells, and what it costs there', async () => {
    const [sold = 0] = create(1);
    create(1, [1]);
    const shirt = store().products.create({
      name: 'Shirt',
      price: 20,
      channels: [3],
      variants: [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 30 }],
    });
    await bench.copyCatalog();
    const reports = await bench.pass([abroad]);
    expect(await bench.membersOf(abroad)).toEqual([sold, shirt.id]);
    expect(await bench.pricesOf(abroad)).toEqual([
      { productId: sold, price: 5, salePrice: null, calculatedPrice: 5, variants: [] },
      {
        productId: shirt.id,
        price: 10,
        salePrice: null,
        calculatedPrice: 10,
        variants: shirt.variants.map(({ id }, place) => ({ id, price: 10 + 5 * place })),
      },
    ]);
    expect(reports.map(({ part, counts }) => [part.kind, counts.created])).toEqual([
      ['membership', 2],
      ['categories', 0],
      ['prices', 2],
    ]);
  });

  test('writes nothing that is unchanged', async () => {
    create(3);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    const again = await bench.pass([abroad]);
    expect(again.map(({ counts }) => counts)).toEqual([
      expect.objectContaining({ created: 0, unchanged: 3, removed: 0 }),
      expect.objectContaining({ created: 0, unchanged: 0 }),
      expect.objectContaining({ created: 0, updated: 0, unchanged: 3, failed: 0 }),
    ]);
  });

  test('reads what markets share once, so that twenty cost no more requests than twenty-one times one', async () => {
    create(60);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    const one = bench.simulator.requests.total;
    const markets = Array.from({ length: 20 }, (_, place) => ({
      ...abroad,
      key: `m-${place}`,
      customerGroupId: place % 5 === 0 ? null : store().markets.groups.create({ name: `Group ${place}` }).id,
    }));
    bench.simulator.requests.clear();
    await bench.pass(markets);
    expect(requests(assignmentsPath)).toBe(1);
    expect(bench.simulator.requests.total).toBe(2 + 17 * 2);
    expect(bench.simulator.requests.total).toBeLessThanOrEqual(21 * one);
  });

  test('continues at its checkpoint when its process died', async () => {
    create(300);
    await bench.copyCatalog();
    await expect(bench.pass([abroad], { diesAfter: 2 })).rejects.toThrow('died here');
    await expect(bench.pass([abroad], { diesAfter: 7 })).rejects.toThrow('died here');
    bench.simulator.requests.clear();
    await bench.pass([abroad]);
    // The membership was complete, and so was the first page of 200 prices.
    expect([requests(assignmentsPath), requests(pricingPath)]).toEqual([2, 2]);
    expect(await bench.pricesOf(abroad)).toEqual(expectedPrices(store(), abroad));
  });

  test('ends when another instance continues it, and removes nothing then', async () => {
    const ids = create(3);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    store().products.unassign(ids[0] ?? 0, 3);
    bench.clock.whileWaiting = async () =>
      void (await bench.markets.passes.carry({ kind: 'membership', channelId: 3 }));
    await expect(bench.pass([abroad])).rejects.toBeInstanceOf(PassTakenOverError);
    expect(await bench.membersOf(abroad)).toEqual(ids);
  });

  test('removes what is no longer sold, after a second look five seconds later', async () => {
    const [first = 0, gone = 0] = create(2);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    store().products.unassign(gone, 3);
    bench.simulator.requests.clear();
    const [report] = await bench.pass([abroad]);
    expect(report?.counts.removed).toBe(1);
    expect(bench.clock.waits).toContain(5000);
    expect(requests(assignmentsPath)).toBe(2);
    expect(await bench.membersOf(abroad)).toEqual([first]);
    expect((await bench.pricesOf(abroad)).map(({ productId }) => productId)).toEqual([first]);
  });

  test('removes nothing that only a listing lacks', async () => {
    const ids = create(3);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    bench.simulator.faults.add({
      kind: 'status',
      status: 200,
      path: assignmentsPath,
      body: {
        data: ids.slice(1).map((id) => ({ product_id: id, channel_id: 3 })),
        meta: { pagination: { total: 2, count: 2, per_page: 250, current_page: 1, total_pages: 1 } },
      },
    });
    const [report] = await bench.pass([abroad]);
    expect(report?.counts.removed).toBe(0);
    expect(await bench.membersOf(abroad)).toEqual(ids);
  });

  test('does not believe that a channel sells nothing any more, unless that is confirmed', async () => {
    const ids = create(2);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    for (const id of ids) store().products.unassign(id, 3);
    bench.simulator.requests.clear();
    const error = await bench.pass([abroad]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmptyChannelError);
    expect(error).toMatchObject({ data: { channelId: 3, cached: 2 } });
    expect(requests(assignmentsPath)).toBe(3);
    expect(await bench.membersOf(abroad)).toEqual(ids);
    await bench.pass([abroad], { trust: 'everything' });
    expect(await bench.membersOf(abroad)).toEqual([]);
  });

  test('holds back the removal of more than half, unless that is confirmed', async () => {
    const ids = create(60);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    for (const id of ids.slice(0, 31)) store().products.unassign(id, 3);
    const error = await bench.pass([abroad]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MassUnassignmentError);
    expect(error).toMatchObject({ data: { channelId: 3, missing: 31, cached: 60 } });
    expect(await bench.membersOf(abroad)).toEqual(ids);
    const [report] = await bench.pass([abroad], { trust: 'everything' });
    expect(report?.counts.removed).toBe(31);
  });

  test('keeps the price of a product that upstream does not reply to, and says so', async () => {
    const ids = create(3);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    const [, second = 0] = ids;
    // Deleted, but still listed for the channel and in the catalog.
    bench.simulator.faults.add({
      kind: 'status',
      status: 200,
      path: assignmentsPath,
      body: {
        data: ids.map((id) => ({ product_id: id, channel_id: 3 })),
        meta: { pagination: { total: 3, count: 3, per_page: 250, current_page: 1, total_pages: 1 } },
      },
    });
    store().products.delete(second);
    const [, , prices] = await bench.pass([abroad]);
    expect(prices?.failures).toEqual([{ productId: second, reason: 'Upstream returned no price for it.' }]);
    expect(prices?.counts).toMatchObject({ unchanged: 2, failed: 1 });
    expect(await bench.pricesOf(abroad)).toHaveLength(3);
  });

  test('stores no price as none: the product is not sold', async () => {
    const [id = 0] = create(1);
    const { priceLists } = store().markets;
    const list = priceLists.create({ name: 'Taxed', prices_entered_with_tax: true }).id;
    priceLists.assign({ price_list_id: list, customer_group_id: null, channel_id: 3 });
    await bench.copyCatalog();
    await bench.pass([abroad]);
    expect(await bench.pricesOf(abroad)).toEqual([
      { productId: id, price: null, salePrice: null, calculatedPrice: null, variants: [] },
    ]);
  });

  describe('where variants have no price', () => {
    let scarf: { id: number; variants: readonly { id: number }[] };
    let list: number;
    const unsold = { price: null, salePrice: null, calculatedPrice: null };
    const variantsAt = (...prices: (number | null)[]) =>
      scarf.variants.map(({ id }, place) => ({ id, price: prices[place] ?? null }));

    beforeEach(async () => {
      const { priceLists } = store().markets;
      list = priceLists.create({ name: 'Taxed', prices_entered_with_tax: true }).id;
      priceLists.assign({ price_list_id: list, customer_group_id: null, channel_id: 3 });
      const variants = [{ options: { Size: 'S' } }, { options: { Size: 'L' } }];
      scarf = store().products.create({ name: 'Scarf', price: 20, sale_price: 18, channels: [3], variants });
      await bench.copyCatalog();
    });

    const setPrice = (variantId = 0) =>
      store().markets.priceLists.setRecord(list, { variant_id: variantId, currency: 'EUR', price: 7 });

    test('stores none for the product either, as long as no variant has one', async () => {
      await bench.pass([abroad]);
      expect(await bench.pricesOf(abroad)).toEqual([{ productId: scarf.id, ...unsold, variants: variantsAt() }]);
      setPrice(scarf.variants[1]?.id);
      await bench.pass([abroad]);
      expect(await bench.pricesOf(abroad)).toEqual([
        { productId: scarf.id, price: 10, salePrice: 9, calculatedPrice: 9, variants: variantsAt(null, 7) },
      ]);
    });

    test('corrects a row in which an earlier version stored the price of the product', async () => {
      const { passes, prices } = bench.markets;
      await bench.pass([abroad]);
      const earlier = { price: 10, salePrice: 9, calculatedPrice: 9, variants: variantsAt() };
      const [partId, membershipId] = await Promise.all([
        passes.idOf({ kind: 'prices', ...abroad }),
        passes.idOf({ kind: 'membership', channelId: 3 }),
      ]);
      const readVersion = await createReadVersions(bench.database).draw();
      const asStored = [{ productId: scarf.id, ...earlier }];
      await bench.database.transaction((transaction) =>
        prices.upsert(transaction, { partId, membershipId, prices: asStored, readVersion }),
      );
      expect(await bench.pricesOf(abroad)).toEqual(asStored);

      const [, , corrected] = await bench.pass([abroad]);
      expect(corrected?.counts).toMatchObject({ updated: 1, failed: 0 });
      expect(await bench.pricesOf(abroad)).toEqual([{ productId: scarf.id, ...unsold, variants: variantsAt() }]);
      const [, , again] = await bench.pass([abroad]);
      expect(again?.counts).toMatchObject({ updated: 0, unchanged: 1 });
    });
  });

  test('of a currency that the store dropped fails, and changes no price', async () => {
    create(3);
    await bench.copyCatalog();
    await bench.pass([abroad]);
    const before = await bench.pricesOf(abroad);
    bench.simulator.faults.add({ kind: 'status', status: 422, path: pricingPath, method: 'POST', times: 0 });
    await expect(bench.pass([abroad])).rejects.toBeInstanceOf(UpstreamHttpError);
    expect(requests(pricingPath)).toBeLessThan(12);
    expect(await bench.pricesOf(abroad)).toEqual(before);
    expect(await bench.markets.passes.isComplete({ kind: 'prices', ...abroad })).toBe(true);
  });

  test('asks for no product that the catalog does not have', async () => {
    const ids = create(2);
    await bench.copyCatalog();
    const later = create(1);
    await bench.pass([abroad]);
    expect(await bench.membersOf(abroad)).toEqual([...ids, ...later]);
    expect((await bench.pricesOf(abroad)).map(({ productId }) => productId)).toEqual(ids);
    expect(expectedMembers(store(), abroad)).toEqual([...ids, ...later]);
  });
});
