import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { containerOf } from '../../server/src/container';
import { grantPublicReading } from '../../server/src/policies/grant-public-reading';
import { recordActions, recordUids } from '../../server/src/content-types/record-uids';
import { articleSite, publicRole, recordIds } from '../support/sites/article-site';
import { type BootedSite, removeSite } from '../support/sites/boot-site';
import { eventually } from '../support/time/eventually';
import { tryHostile, unrelateHidden } from '../support/http/hostile-caller';
import { contentToken } from '../support/sites/story-site';

const listed = z.looseObject({ data: z.array(z.looseObject({ title: z.string() })) });
const permissionRows = z.array(z.object({ action: z.string() }));
const tokenResponse = z.object({ data: z.object({ accessKey: z.string() }) });

let site: BootedSite;
let fullToken: string;

const grantedToPublic = async (): Promise<string[]> => {
  const rows = await site.strapi.db
    .query('plugin::users-permissions.permission')
    .findMany({ where: { role: { id: await publicRole(site) }, action: { $startsWith: 'plugin::commerce-bridge.' } } });
  return permissionRows.parse(rows).map(({ action }) => action);
};

beforeAll(async () => {
  site = await articleSite();
  fullToken = await contentToken(site);
  await eventually(async () => (await grantedToPublic()).length >= recordActions.length);
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

async function get(path: string, token?: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${site.url}/api${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
}
const articles = async (query: string) => listed.parse((await get(`/articles?${query}`)).body).data;
const titles = async (query: string) => (await articles(`${query}&sort=title`)).map(({ title }) => title);
const article = async (title: string, query: string) =>
  (await articles(`filters[title]=${title}&${query}`))[0] ?? expect.fail(`no article ${title}`);

const named = (...names: string[]) => names.map((title) => expect.objectContaining({ title }));

describe('content that is related to cached records', () => {
  test('shows them to the public, in their order, without those that the REST API does not show', async () => {
    expect(await article('of all', 'populate=*')).toMatchObject({
      main: { title: 'Apple', price: 5, publicationStatus: 'publish' },
      related: named('Apple', 'Banana'),
      categories: named('Mugs'),
      brand: { title: 'Acme' },
      anything: named('Apple', 'Banana'),
    });
    expect(await article('of a draft', 'populate=*')).toMatchObject({ main: null, related: [], categories: [] });
  });

  test('shows them in components and dynamic zones at any depth', async () => {
    const shown = named('Apple', 'Banana');
    const query = 'populate[looks][populate][shelf][populate]=*&populate[blocks][populate]=*';
    expect(await article('of all', query)).toMatchObject({
      looks: [{ shelf: { products: shown } }, { shelf: { products: shown } }],
      blocks: [{ products: shown }, { product: { title: 'Apple' } }],
    });
    expect(await article('of a draft', query)).toMatchObject({ blocks: [{ products: [] }, { product: null }] });
  });

  test('shows what these are related to, by the same rule', async () => {
    const { related } = z
      .looseObject({ related: z.array(z.looseObject({ brand: z.unknown(), categories: z.unknown() })) })
      .parse(await article('of all', 'populate[related][populate][0]=brand&populate[related][populate][1]=categories'));
    expect(related).toEqual([
      expect.objectContaining({ brand: null, categories: named('Mugs', 'Cups') }),
      expect.objectContaining({ brand: expect.objectContaining({ title: 'Acme' }), categories: named('Mugs') }),
    ]);
  });

  test('can be filtered by them, and counted', async () => {
    expect(await titles('filters[related][title]=Banana')).toEqual(['of all', 'of what is shown']);
    expect(await titles('filters[main][brand][title]=Acme')).toEqual(['of what is shown']);
    expect(await titles('filters[look][shelf][products][price][$lt]=6')).toEqual(['of all', 'of what is shown']);
    expect(await titles('filters[main][price]=5&filters[categories][title]=Mugs')).toEqual(['of all']);
    const { body } = await get('/articles?filters[related][price][$gt]=0&pagination[pageSize]=1');
    expect(body).toMatchObject({ meta: { pagination: { total: 2 } } });
    expect(await article('of all', 'populate[related][count]=true')).toMatchObject({ related: { count: 2 } });
  });

  test('is read like the examples in the documentation', async () => {
    const document = readFileSync(resolve(__dirname, '../../docs/strapi-apis.md'), 'utf8');
    const paths = [...document.matchAll(/^curl 'https:\/\/[^/]+\/api(\/.+)'$/gm)].map(([, path = '']) => path);
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const { status, body } = await get(path.replace('=mug', '=an'));
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(listed.parse(body).data, path).not.toEqual([]);
    }
  });

  test('cannot be filtered or sorted in ways that would reveal hidden ones; the reason is given', async () => {
    const queries = [
      ['filters[$not][related][title]=Apple', /\$ne or \$notIn/],
      ['filters[related][$null]=true', /\[id\]\[\$notNull\]=true/],
      ['filters[main][$notNull]=false', /\[id\]\[\$notNull\]=true/],
      ['sort=main.title', /cannot be sorted by fields of "main"/],
      ['sort=title,look.product.price:desc', /"product"/],
      ['sort[main][price]=asc', /"main"/],
      ['populate[related][sort]=brand.title', /"brand"/],
    ] as const;
    for (const [query, reason] of queries)
      expect(await get(`/articles?${query}`)).toEqual({
        status: 400,
        body: expect.objectContaining({ error: expect.objectContaining({ message: expect.stringMatching(reason) }) }),
      });
  });

  test('does not show what only Strapi or the sync needs, and cannot be filtered by it', async () => {
    const { main } = z
      .looseObject({ main: z.looseObject({}) })
      .parse(await article('of all', 'populate[main][populate]=categories'));
    const hidden = ['preparedItem', 'titleKey', 'fingerprint', 'slugClaim', 'relatedIds', 'categoryIds', 'brandId'];
    for (const name of hidden) {
      expect(main).not.toHaveProperty(name);
      expect((await get(`/articles?filters[main][${name}][$contains]=1`)).status, name).toBe(400);
      expect((await get(`/articles?populate[main][fields][0]=${name}`)).status, name).toBe(400);
    }
    expect(JSON.stringify(main)).not.toMatch(/parentId|"path"/);
  });
});

describe("cached records in Strapi's own API", () => {
  test('are listed, found, filtered, and counted as far as the REST API shows them', async () => {
    const { body } = await get('/commerce-bridge/products?sort=title&populate=brand');
    expect(body).toMatchObject({
      data: [
        { title: 'Apple', upstreamId: 10, brand: null },
        { title: 'Banana', brand: { title: 'Acme' } },
      ],
      meta: { pagination: { total: 2 } },
    });
    expect(await get('/commerce-bridge/categories?sort=title')).toMatchObject({
      body: { data: named('Cups', 'Mugs') },
    });
    expect(await get('/commerce-bridge/brands')).toMatchObject({ body: { data: named('Acme') } });
    const shown = await recordIds(site, 'product', 10);
    const draft = await recordIds(site, 'product', 12);
    expect(await get(`/commerce-bridge/products/${shown.documentId}`)).toMatchObject({
      status: 200,
      body: { data: { title: 'Apple' } },
    });
    expect((await get(`/commerce-bridge/products/${draft.documentId}`)).status).toBe(404);
  });

  test('lead to no list without an end: all products of a category or brand cannot be populated, but counted', async () => {
    for (const path of [
      '/commerce-bridge/categories?populate=products',
      '/commerce-bridge/categories?populate[products][populate][categories][populate]=products',
      '/commerce-bridge/products?populate=brand.products',
      '/articles?populate[related][populate][categories][populate][products]=true',
      '/articles?populate[anything][on][plugin::commerce-bridge.product][populate]=categories.products',
    ])
      expect(await get(path), path).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(/"products" .* cannot be populated, .*products\?filters/) } },
      });

    expect(JSON.stringify(await get('/commerce-bridge/brands?populate=*'))).toMatch(/^(?!.*Banana).*Acme/);
    const below = await articles('filters[title]=branded&populate[anything][populate]=*');
    expect(JSON.stringify(below)).toMatch(/^(?!.*Banana).*branded/);
    const counted = await get('/commerce-bridge/brands?populate[products][count]=true');
    expect(counted.body).toMatchObject({ data: [{ title: 'Acme', products: { count: 1 } }] });
  });

  test.each([
    ['categories?filters[products][categories][products][title]=Apple', /none on "categories"/],
    ['products?filters[brand][products][title]=Apple', /"products" cannot be used below/],
    ['brands?filters[$or][0][products][price]=1&filters[$or][1][products][price]=2', /one condition on "products"/],
    ['categories?filters[products][categories][title]=Mugs', /none on "categories"/],
    [
      'products?filters[$and][0][categories]=1&filters[$and][1][$or][0][categories]=2&filters[$and][1][$or][1][categories]=3',
      /at most 2/,
    ],
  ])('cannot make the database read a multiple of the catalog: %s', async (path, why) => {
    expect(await get(`/commerce-bridge/${path}`)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(why) } },
    });
  });

  test('are found by one condition on the products of a category or brand, and two on the categories of a product', async () => {
    for (const [path, names] of [
      ['categories?filters[products][title]=Banana', ['Mugs']],
      ['brands?filters[products][price][$lt]=8', ['Acme']],
      [
        'products?filters[categories][title]=Mugs&filters[$and][0][categories][title][$contains]=ug',
        ['Apple', 'Banana'],
      ],
    ] as const)
      expect(listed.parse((await get(`/commerce-bridge/${path}&sort=title`)).body).data, path).toEqual(named(...names));
  });

  test('are found by what they show only: a search looks through nothing else', async () => {
    const found = async (path: string) => listed.parse((await get(`/commerce-bridge/${path}`)).body).data;
    expect(await found('products?_q=appl')).toEqual(named('Apple'));
    // These would match ids of hidden categories, a prepared response, and an address that contains the names of
    // parents.
    for (const search of ['products?_q=[1,2,3', 'products?_q="in_stock"', 'categories?_q=/cups/'])
      expect(await found(search), search).toEqual([]);
  });

  test('cannot be written', async () => {
    const response = await fetch(`${site.url}/api/commerce-bridge/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fullToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { title: 'x' } }),
    });
    expect(response.status).toBe(405);
  });
});

describe('a hostile caller', () => {
  test.each(['without a token', 'with a token of full access'])('%s learns nothing of hidden records', async (how) => {
    const token = how === 'without a token' ? undefined : fullToken;
    const before = await tryHostile(site, token);
    expect([...before].filter(([, { text }]) => /secret (draft|withdrawn|cellar|attic|inc)/i.test(text))).toEqual([]);
    expect([...before].filter(([, { status }]) => ![200, 400, 404].includes(status))).toEqual([]);
    expect([...before].filter(([, { status }]) => status === 200).length).toBeGreaterThan(60);

    // Nor whether there are any: responses are the same without them.
    const restore = await unrelateHidden(site);
    try {
      expect([...(await tryHostile(site, token))]).toEqual([...before]);
    } finally {
      await restore();
    }
  });
});

describe('the permissions', () => {
  test('are given to the public role once, and not again after an administrator takes one away', async () => {
    expect(new Set(await grantedToPublic())).toEqual(new Set(recordActions));
    const permissions = site.strapi.db.query('plugin::users-permissions.permission');
    const [taken] = recordActions;
    await permissions.delete({ where: { action: taken, role: { id: await publicRole(site) } } });
    try {
      // The next start calls this.
      await grantPublicReading(site.strapi, containerOf(site.strapi));
      expect(await grantedToPublic()).not.toContain(taken);
    } finally {
      await permissions.create({ data: { action: taken, role: await publicRole(site) } });
    }
  });

  test("are the plugin's only ones: none that does nothing can be granted", async () => {
    const { body } = await site.admin('GET', '/admin/content-api/permissions');
    const all = z.object({ data: z.record(z.string(), z.unknown()) }).parse(body).data;
    expect(all['plugin::commerce-bridge']).toEqual({
      controllers: {
        product: ['find', 'findOne'],
        category: ['find', 'findOne'],
        brand: ['find', 'findOne'],
        market: ['read'],
      },
    });
  });

  test('can be granted to a custom token, without which it shows no cached record', async () => {
    let tokens = 0;
    const tokenWith = async (...permissions: string[]) => {
      const { body } = await site.admin('POST', '/admin/api-tokens', {
        name: `token ${(tokens += 1)}`,
        description: '',
        type: 'custom',
        lifespan: null,
        permissions: ['api::article.article.find', ...permissions],
      });
      return tokenResponse.parse(body).data.accessKey;
    };
    const path = '/articles?filters[title]=of all&populate=related';
    const without = await get(path, await tokenWith());
    expect(JSON.stringify(without.body)).not.toContain('Apple');
    expect((await get('/commerce-bridge/products', await tokenWith())).status).toBe(403);
    const granted = await get(path, await tokenWith(`${recordUids.product}.find`));
    expect(granted.body).toMatchObject({ data: [{ related: named('Apple', 'Banana') }] });
  });
});
