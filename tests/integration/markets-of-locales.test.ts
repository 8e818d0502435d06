import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { responseStatements } from '../support/databases/response-statements';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { api } from '../support/sites/story-site';

const product = { type: 'customField', customField: 'plugin::commerce-bridge.product' };
const localized = { pluginOptions: { i18n: { localized: true } } };
const uid = 'api::page.page';
const pages = z.object({
  data: z.array(z.looseObject({ hero: z.looseObject({ calculated_price: z.number() }).nullable() })),
});
const home = 20;
const abroad = 40;
const wholesale = 18;

let shop: MarketShop;
let reader: string;
let buyer: string;

beforeAll(async () => {
  shop = await openMarketShop(
    [
      { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' },
      { key: 'wholesale', name: 'W', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 1 },
    ],
    {
      environment: { COMMERCE_BRIDGE_MARKET_OF_LOCALE: '{"en": "abroad", "de": "wholesale", "fr": "abroad"}' },
      sources: api('page', {
        plural: 'pages',
        ...localized,
        attributes: { title: { type: 'string', ...localized }, hero: { ...product, ...localized } },
      }),
    },
  );
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  const shirt = store.products.create({ name: 'Shirt', price: home, channels: [1, 3], is_visible: true }).id;
  store.markets.groups.create({ name: 'W', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
  await shop.synchronize();
  await shop.passMarkets();
  const reading = ['find', 'findOne'].map((action) => `${uid}.${action}`);
  reader = await shop.token('custom', reading);
  buyer = await shop.token('custom', [...reading, 'plugin::commerce-bridge.market.wholesale-read']);

  const { strapi } = shop.site;
  for (const code of ['de', 'fr', 'es']) await strapi.plugin('i18n').service('locales').create({ code, name: code });
  const dataIn = (locale: string): Record<string, unknown> => ({ title: locale, hero: shirt });
  const { documentId } = await strapi.documents(uid).create({ data: dataIn('en') });
  for (const locale of ['de', 'fr', 'es'])
    await strapi.documents(uid).update({ documentId, locale, data: dataIn(locale) });
});
afterAll(() => shop.close());

const ask = (query: string, token = reader) =>
  fetch(`${shop.site.url}/api/pages?commerceProducts=list&commerceInclude=calculated_price&${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
async function pricesIn(query: string, token = reader): Promise<unknown> {
  const response = await ask(query, token);
  const body: unknown = await response.json();
  if (response.status !== 200) expect.fail(`${query}: ${JSON.stringify(body)}`);
  return pages.parse(body).data.map(({ hero }) => hero?.calculated_price);
}

test('an entry in a locale has the products of its market; a market that is named comes first', async () => {
  expect(await pricesIn('locale=fr')).toEqual([abroad]);
  expect(await pricesIn('locale=fr&commerceMarket=default')).toEqual([home]);
  expect(await pricesIn('locale=es&commerceMarket=abroad')).toEqual([abroad]);
});

test('without a locale it is the one that Strapi uses, regardless of what the response has of the entry', async () => {
  expect(await pricesIn('')).toEqual([abroad]);
  expect(await pricesIn('fields=hero')).toEqual([abroad]);
});

test('a locale without a market has the default one', async () => {
  expect(await pricesIn('locale=es')).toEqual([home]);
});

test('the market of a customer group is refused to callers who may not read it, and never replaced', async () => {
  const allowed = await ask('locale=de', buyer);
  expect([allowed.status, allowed.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(pages.parse(await allowed.json()).data).toMatchObject([{ hero: { calculated_price: wholesale } }]);
  const refused = await ask('locale=de');
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
  expect(await refused.text()).not.toMatch(/price|wholesale/);
  expect(await pricesIn('locale=de&commerceMarket=default')).toEqual([home]);
});

test('no form of the parameter shows the prices of the group', async () => {
  for (const query of ['locale[]=de', 'locale=de&locale=en', 'locale[$eq]=de', 'locale=*', 'locale=DE', 'locale=']) {
    const body = await (await ask(query)).text();
    expect([query, body.includes(`"calculated_price":${wholesale}`)]).toEqual([query, false]);
  }
});

test('entries without their products are as before', async () => {
  const url = `${shop.site.url}/api/pages?locale=de`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${reader}` } });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, null]);
});

test('naming the market reads nothing of locales', async () => {
  const statements = await responseStatements(shop.site.strapi, () => pricesIn('locale=fr&commerceMarket=default'));
  expect(statements.filter((sql) => sql.includes('market_'))).toEqual([]);
});
