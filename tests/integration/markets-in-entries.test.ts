import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { responseStatements } from '../support/databases/response-statements';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { storySources } from '../support/sites/story-site';

const story = 'api::story.story';
const reading = ['find', 'findOne'].map((action) => `${story}.${action}`);
const entry = z.looseObject({ title: z.string().nullable(), hero: z.unknown(), products: z.unknown() });
const entries = z.object({ data: z.array(entry) });
const groups = 'sale_price,calculated_price,in_stock,permalink,inventory,options,availability,brand,currency,market';

let shop: MarketShop;
let shirt: number;
let scarf: number;
let atHome: number;
/** Products that are sold everywhere, like the first two. */
let others: number[];
/** Tokens that may read stories; `buyer` may also read the group's market. */
let reader: string;
let buyer: string;

beforeAll(async () => {
  shop = await openMarketShop(
    [
      { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' },
      { key: 'paris', name: 'Paris', channelId: 3, currency: 'EUR', locale: 'fr' },
      { key: 'wholesale', name: 'W', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 1 },
      { key: 'soon', name: 'Soon', channelId: 1, currency: 'JPY', locale: 'en' },
    ],
    {
      sources: storySources,
      environment: { COMMERCE_BRIDGE_PRODUCT_PAGE_ADDRESS: 'https://shop.example.com/{locale}/{market}/{slug}' },
    },
  );
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  store.markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
  const tree = [...store.state.trees.values()].find(({ channels }) => channels.includes(3))?.id ?? 0;
  const tops = store.categories.create({ name: 'Tops', tree_id: tree }).id;
  const sold = { price: 20, channels: [1, 3], categories: [tops], is_visible: true };
  shirt = store.products.create({ ...sold, name: 'Shirt' }).id;
  scarf = store.products.create({ ...sold, name: 'Scarf' }).id;
  others = Array.from({ length: 20 }, (_, place) => store.products.create({ ...sold, name: `Sock ${place}` }).id);
  atHome = store.products.create({ name: 'At home', price: 21, channels: [1], is_visible: true }).id;
  store.markets.locales.translate(
    { kind: 'product', id: shirt, channelId: 3, locale: 'fr' },
    { name: 'Chemise', path: '/chemise/' },
  );
  store.markets.groups.create({ name: 'W', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
  await shop.synchronize();
  await shop.passMarkets('abroad', 'paris', 'wholesale');
  reader = await shop.token('custom', reading);
  buyer = await shop.token('custom', [...reading, 'plugin::commerce-bridge.market.wholesale-read']);
  await write({ title: 'one', hero: shirt, products: [atHome, scarf, shirt], looks: [{ main: scarf }] });
  await write({ title: 'at home', hero: atHome });
});
afterAll(() => shop.close());

const write = (data: Record<string, unknown>) => shop.site.strapi.documents(story).create({ data });

function ask(query: string, { token = reader, ...init }: RequestInit & { token?: string | null } = {}) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${shop.site.url}/api/stories?${query}`, { ...init, headers });
}
async function storiesIn(query: string, token = reader): Promise<z.infer<typeof entry>[]> {
  const response = await ask(query, { token });
  const body: unknown = await response.json();
  return response.status === 200 ? entries.parse(body).data : expect.fail(`${query}: ${JSON.stringify(body)}`);
}
const rest = async (path: string, token?: string): Promise<unknown> =>
  (await shop.site.rest(path, token ? { headers: { authorization: `Bearer ${token}` } } : {})).json();

test.each(['abroad', 'paris', 'wholesale'])('products of entries are what the REST API says in %s', async (market) => {
  const slug = market === 'paris' ? 'chemise' : 'shirt';
  for (const include of ['', groups]) {
    const asked = `commerceMarket=${market}&commerceInclude=${include}&filters[title]=one`;
    const wanted = `market=${market}&include=${include}`;
    const [single] = await storiesIn(`${asked}&commerceProducts=single`, buyer);
    expect(single?.hero).toEqual(await rest(`/products/${slug}?${wanted}`, buyer));
    const [listed] = await storiesIn(`${asked}&commerceProducts=list&populate=looks`, buyer);
    const { products } = z
      .object({ products: z.array(z.looseObject({ id: z.int() })) })
      .parse(await rest(`/products?ids=${atHome},${scarf},${shirt}&${wanted}`, buyer));
    const inOrder = [atHome, scarf, shirt].flatMap((id) => products.find((product) => product.id === id) ?? []);
    expect(inOrder).toHaveLength(market === 'wholesale' ? 3 : 2);
    expect(listed).toMatchObject({ products: inOrder, looks: [{ main: products.find(({ id }) => id === scarf) }] });
  }
});

test('they have the texts, prices, categories, and addresses of the market', async () => {
  const [found] = await storiesIn(
    'filters[title]=one&commerceProducts=list&commerceMarket=paris&commerceInclude=permalink',
  );
  expect(found?.hero).toMatchObject({
    name: 'Chemise',
    price: 40,
    categories: ['tops'],
    permalink: 'https://shop.example.com/fr/paris/chemise',
  });
});

test('a product that the market does not sell is left out, and null where one belongs', async () => {
  const found = await storiesIn('filters[title][$ne]=many&commerceProducts=list&commerceMarket=abroad&sort=title');
  expect(found).toMatchObject([
    { title: 'at home', hero: null },
    { title: 'one', products: [{ id: scarf }, { id: shirt }] },
  ]);
  const [own] = await storiesIn('filters[title]=at home&commerceProducts=list&commerceMarket=default');
  expect(own).toMatchObject({ hero: { id: atHome, price: 21 } });
});

test('entries of the older response form have them, too', async () => {
  const response = await fetch(
    `${shop.site.url}/api/stories?filters[title]=one&commerceProducts=list&commerceMarket=abroad`,
    { headers: { authorization: `Bearer ${reader}`, 'Strapi-Response-Format': 'v4' } },
  );
  expect(await response.json()).toMatchObject({ data: [{ attributes: { hero: { id: shirt, price: 40 } } }] });
});

describe('what it costs', () => {
  const ours = (statements: readonly string[]) => statements.filter((sql) => /commerce_bridge_|commerce_/.test(sql));
  const costOf = async (query: string, size: number) =>
    ours(
      await responseStatements(shop.site.strapi, async () => {
        expect(
          await storiesIn(`filters[title]=many&commerceProducts=list&${query}&pagination[pageSize]=${size}`, buyer),
        ).toHaveLength(size);
      }),
    );

  beforeAll(async () => {
    for (const other of others) await write({ title: 'many', products: [shirt, other], hero: atHome });
  });

  test.each(['abroad', 'paris', 'wholesale'])('in %s, eight entries take as many statements as one', async (market) => {
    // The first request loads data that is then cached: the category tree of the channel.
    await costOf(`commerceMarket=${market}`, 1);
    const one = await costOf(`commerceMarket=${market}`, 1);
    expect(one.filter((sql) => sql.includes('market_members'))).toHaveLength(1);
    expect(await costOf(`commerceMarket=${market}`, 8)).toHaveLength(one.length);
    // On SQLite, ten products are read at once, by two statements; these entries have 22 products.
    expect(await costOf(`commerceMarket=${market}`, 20)).toHaveLength(one.length + 2 * 2);
  });

  test('in the default market, named or not, nothing of markets is read', async () => {
    const own = await costOf('', 20);
    expect(own.filter((sql) => sql.includes('market_'))).toEqual([]);
    expect(await costOf('commerceMarket=default', 20)).toEqual(own);
  });
});

const errorOf = async (response: Response) => ({
  status: response.status,
  ...z
    .object({ data: z.null(), error: z.looseObject({ name: z.string(), message: z.string() }) })
    .parse(await response.json()),
});

test('an unknown market is a 400 that names the public ones, also where nothing is chosen', async () => {
  for (const title of ['one', 'nothing'])
    for (const key of ['nowhere', 'Wholesale', '__proto__', '*'])
      expect(
        await errorOf(await ask(`filters[title]=${title}&commerceProducts=list&commerceMarket=${key}`)),
      ).toMatchObject({
        status: 400,
        error: {
          name: 'ValidationError',
          message: 'Invalid parameters: commerceMarket must be one of: default, abroad, paris, soon.',
        },
      });
  expect(await errorOf(await ask('commerceMarket=abroad'))).toMatchObject({
    status: 400,
    error: { message: expect.stringMatching(/commerceMarket .*needs commerceProducts/) },
  });
  const twice = await ask('commerceProducts=list&commerceMarket=default&commerceMarket=wholesale', { token: buyer });
  expect(await errorOf(twice)).toMatchObject({ status: 400, error: { message: expect.stringMatching(/once/) } });
});

test('a market that was never read completely is a 503 that says when to try again', async () => {
  const response = await ask('commerceProducts=list&commerceMarket=soon');
  expect(response.headers.get('retry-after')).toBe('30');
  expect(await errorOf(response)).toMatchObject({
    status: 503,
    error: { message: expect.stringMatching(/soon cannot be read yet/) },
  });
});

describe('a market that is not public', () => {
  const asked = 'commerceProducts=single&commerceInclude=calculated_price';
  const query = `${asked}&commerceMarket=wholesale`;
  const secret = '"calculated_price":18';

  test('is for tokens that may read it; no cache may keep what it says, nor what it refuses', async () => {
    const allowed = await ask(query, { token: buyer });
    expect([allowed.status, allowed.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await allowed.text()).toContain(secret);
    const head = await ask(query, { token: buyer, method: 'HEAD' });
    expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'private, no-store']);

    for (const token of [reader, await shop.token('read-only')]) {
      const refused = await ask(query, { token });
      expect(refused.headers.get('cache-control')).toBe('private, no-store');
      expect(await errorOf(refused)).toMatchObject({ status: 403, error: { name: 'ForbiddenError' } });
    }
    expect(await (await ask(asked, { token: buyer })).text()).not.toContain(secret);
  });

  test('is not looked up for callers who may not read the entries', async () => {
    const market = await shop.token('custom', ['plugin::commerce-bridge.market.read']);
    const seen = async (key: string, token: string | null) =>
      (await ask(`commerceProducts=single&commerceMarket=${key}`, { token })).text();
    for (const token of [null, market, 'nonsense'])
      expect(await seen('wholesale', token)).toBe(await seen('nowhere', token));
  });
});
