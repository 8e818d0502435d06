import { afterAll, beforeAll, expect, test } from 'vitest';
import { product } from '../../contracts/rest/products';
import { addSampleMarkets, type SampleMarkets } from '../../simulator/src/markets/sample-markets';
import { startVarnish, type Varnish } from '../support/http/varnish';
import { varnish, whenAvailable } from '../support/requirements';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { settledMarkets } from '../support/shops/settled-markets';
import { registered } from '../support/shops/webhook-registration';
import { eventually } from '../support/time/eventually';

whenAvailable(varnish()).describe('a Varnish in front of a site with further markets', (varnishd) => {
  let shop: MarketShop;
  let cache: Varnish;
  let sample: SampleMarkets;
  let europeanPrices: number;
  let token: string;
  let shown: { slug: string; variant: number };

  beforeAll(async () => {
    shop = await openMarketShop([
      { key: 'europe', name: 'Europe', channelId: 3, currency: 'EUR', locale: 'en' },
      { key: 'wholesale', name: 'Wholesale', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 1 },
    ]);
    const { store, account } = shop.simulator;
    account.scopes.add('store_v2_customers_read_only');
    sample = addSampleMarkets(store);
    europeanPrices = store.markets.priceLists.create({ name: 'Europe' }).id;
    store.markets.priceLists.assign({
      price_list_id: europeanPrices,
      channel_id: sample.channelId,
      customer_group_id: null,
    });
    await shop.synchronize();
    await shop.passMarkets();
    cache = await startVarnish(varnishd, shop.site);
    await shop.site.admin('PUT', '/commerce-bridge/settings', {
      publicUrl: shop.site.url,
      purgeTargets: [{ key: 'edge', kind: 'varnish', url: cache.url, soft: true }],
    });
    await registered(shop.site);
    token = await shop.token('full-access');
    shown = soldEverywhere();
    setPrice('europe', 50);
    setPrice('wholesale', 40);
    await settledMarkets(shop);
  });
  afterAll(async () => {
    await cache.stop();
    await shop.close();
  });

  /** A product without options, so that its variant's price is its own. */
  function soldEverywhere() {
    const { products } = shop.simulator.store;
    for (const id of products.ids()) {
      const found = products.get(id);
      const [variant, ...others] = found?.variants ?? [];
      if (!found?.channels.includes(sample.channelId) || !found.fields.is_visible || !variant || others.length > 0)
        continue;
      return { slug: found.fields.custom_url.url.replaceAll('/', ''), variant: variant.id };
    }
    return expect.unreachable();
  }

  function setPrice(market: 'europe' | 'wholesale', price: number): void {
    const { priceLists } = shop.simulator.store.markets;
    const [list, currency] = market === 'europe' ? [europeanPrices, 'EUR'] : [sample.priceListId, 'USD'];
    priceLists.setRecord(list, { variant_id: shown.variant, currency, price });
  }

  const page = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${cache.url}/api/commerce-bridge/v1/products/${shown.slug}${query}`, { headers });
  const priceIn = async (response: Response) => product.parse(await response.json()).price;
  /** For a hit, Varnish also names the request that fetched it. */
  const isHit = async (query: string) => (await page(query)).headers.get('x-varnish')?.includes(' ') === true;
  const asBuyer = () => page('?market=wholesale', { authorization: `Bearer ${token}` });

  test('shows the price that a price list gives a page of a market which it had cached, and keeps other markets’ pages', async () => {
    await eventually(() => isHit('?market=europe'));
    await eventually(() => isHit(''));
    const usual = await priceIn(await page(''));
    setPrice('europe', 55);
    await eventually(async () => (await priceIn(await page('?market=europe'))) === 55);
    expect(await isHit('')).toBe(true);
    expect(await priceIn(await page(''))).toBe(usual);
    await eventually(() => isHit('?market=europe'));
  });

  test('keeps nothing that a customer group pays, and shows it to nobody else', async () => {
    for (let asked = 0; asked < 2; asked += 1) {
      const response = await asBuyer();
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect([response.headers.get('surrogate-key'), response.headers.get('x-varnish')?.includes(' ')]).toEqual([
        null,
        false,
      ]);
      expect(await priceIn(response)).toBe(40);
    }
    expect((await page('?market=wholesale')).status).toBe(401);
    setPrice('wholesale', 45);
    await settledMarkets(shop);
    expect(await priceIn(await asBuyer())).toBe(45);
  });
});
