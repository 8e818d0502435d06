import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { productListItem, product as productView } from '../../contracts/rest/products';
import { responseStatements } from '../support/databases/response-statements';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { containerOf } from '../../server/src/container';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { fillShop } from '../support/shops/rest-shop';
import { contentToken, storySources } from '../support/sites/story-site';

const story = 'api::story.story';
const ids = z.array(z.looseObject({ id: z.int() })).transform((list) => list.map(({ id }) => id));
const responded = z.looseObject({ data: z.looseObject({}) });
const listed = z.looseObject({ data: z.array(z.looseObject({ title: z.string().nullable() })) });

describe('the custom field "Commerce product"', () => {
  let site: BootedSite;
  let token: string;

  beforeAll(async () => {
    site = await bootSite({ sources: storySources });
    token = await contentToken(site);
    await fillShop(catalogWriter(site.strapi));
  });
  afterAll(async () => {
    await site.stop();
    removeSite(site);
  });

  const create = (data: Record<string, unknown>, uid: typeof story | 'api::author.author' = story) =>
    site.strapi.documents(uid).create({ data });
  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${site.url}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  }
  const read = async (documentId: string, query: string) =>
    responded.parse((await get(`/stories/${documentId}?${query}`)).body).data;

  describe("the site's own API", () => {
    test('returns products instead of ids only on request', async () => {
      const { documentId } = await create({ hero: 19, products: [12, 10] });
      const data = await read(documentId, 'commerceProducts=list');
      expect(productListItem.parse(data.hero)).toEqual((await productOf('/products?ids=19')).products[0]);
      expect(ids.parse(data.products)).toEqual([12, 10]);
      expect(await read(documentId, '')).toMatchObject({ hero: 19, products: [12, 10] });
    });

    test('returns each like the endpoint for one product, with the requested include groups', async () => {
      const { documentId } = await create({ hero: 19 });
      const single = await read(documentId, 'commerceProducts=single&commerceInclude=brand,seo');
      expect(productView.parse(single.hero)).toEqual(
        await (await site.rest('/products/full?include=brand,seo')).json(),
      );
      const list = await read(documentId, 'commerceProducts=list&commerceInclude=options');
      expect(productListItem.parse(list.hero)).toHaveProperty('options');
    });

    test('returns the currency with each, in both shapes, on request', async () => {
      const { documentId } = await create({ hero: 19 });
      const facts = { weightUnit: 'KGS', currency: 'EUR', name: 'Shop', defaultChannelId: 1, locale: null };
      const written = { currencySymbol: '€', currencyDecimals: 2, currencyPlacement: 'right' as const };
      const { storeFacts } = containerOf(site.strapi);
      await storeFacts.write({ ...facts, ...written, readVersion: 1 }, { hold: async () => undefined });
      const currency = { code: 'EUR', symbol: '€', decimals: 2, placement: 'right' };
      for (const shape of ['list', 'single'])
        expect(
          await read(documentId, `commerceProducts=${shape}&commerceInclude=currency,market,permalink`),
        ).toMatchObject({
          hero: {
            currency,
            market: { key: 'default', channel_id: 1, currency: 'EUR', locale: null },
            permalink: expect.stringContaining('/products/full'),
          },
        });
      await storeFacts.forget();
    });

    test('leaves out what REST does not serve: hidden, removed, and unknown products', async () => {
      const { documentId } = await create({ hero: 13, products: [4711, 12, 13, 10] });
      const data = await read(documentId, 'commerceProducts=list');
      expect(data.hero).toBeNull();
      expect(ids.parse(data.products)).toEqual([12, 10]);
    });

    test('includes a product that came back, without a change to the entry', async () => {
      const catalog = catalogWriter(site.strapi);
      await catalog.write('product', [aProduct({ id: 70, title: 'Comes and goes' })]);
      const { documentId } = await create({ hero: 70 });
      await catalog.remove('product', [70]);
      expect((await read(documentId, 'commerceProducts=list')).hero).toBeNull();
      await catalog.write('product', [aProduct({ id: 70, title: 'Comes and goes' })]);
      expect((await read(documentId, 'commerceProducts=list')).hero).toMatchObject({ id: 70 });
    });

    test('reaches products in components, dynamic zones, and populated relations', async () => {
      const author = await create({ name: 'Ada', favourite: 19 }, 'api::author.author');
      const { documentId } = await create({
        author: author.documentId,
        look: { main: 10, shelf: { products: [11] } },
        looks: [{ main: 12 }, { main: 4711, shelf: { products: [14, 15] } }],
        blocks: [
          { __component: 'story.quote', text: 'Nice' },
          { __component: 'story.shelf', products: [16, 17] },
        ],
      });
      const query =
        'commerceProducts=list&populate[author]=true&populate[blocks][populate]=*&populate[look][populate]=shelf&populate[looks][populate]=shelf';
      expect(await read(documentId, query)).toMatchObject({
        author: { favourite: { id: 19 } },
        look: { main: { id: 10 }, shelf: { products: [{ id: 11 }] } },
        looks: [{ main: { id: 12 } }, { main: null, shelf: { products: [{ id: 14 }, { id: 15 }] } }],
        blocks: [{ text: 'Nice' }, { products: [{ id: 16 }, { id: 17 }] }],
      });
      const old = await get(`/stories/${documentId}?${query}`, { 'Strapi-Response-Format': 'v4' });
      expect(old.body).toMatchObject({
        data: {
          attributes: {
            author: { data: { attributes: { favourite: { id: 19 } } } },
            look: { main: { id: 10 }, shelf: { products: [{ id: 11 }] } },
          },
        },
      });
    });

    test('takes as many statements for a list of entries as for one', async () => {
      for (let place = 0; place < 30; place += 1)
        await create({ title: 'many', products: [10 + (place % 10), 20, 21] });
      const statementsOf = async (size: number) => {
        const statements = await responseStatements(site.strapi, async () => {
          const { body } = await get(`/stories?filters[title]=many&commerceProducts=list&pagination[pageSize]=${size}`);
          expect(listed.parse(body).data).toHaveLength(size);
          expect(
            z.array(z.looseObject({ products: z.array(productListItem).min(2) })).parse(listed.parse(body).data),
          ).toHaveLength(size);
        });
        return statements.filter((sql) => /from [`"]commerce_bridge_products/.test(sql)).length;
      };
      expect(await statementsOf(1)).toBe(2);
      expect(await statementsOf(8)).toBe(2);
      // On SQLite, ten products are read at once; these entries have twelve.
      expect(await statementsOf(30)).toBe(4);
    });

    test("respects Strapi's rules: no private fields, and no fields that were not requested", async () => {
      const { documentId } = await create({ hero: 19, secret: 10, products: [11] });
      const data = await read(documentId, 'commerceProducts=list&fields=hero');
      expect(data.hero).toMatchObject({ id: 19 });
      expect(data).not.toHaveProperty('secret');
      expect(data).not.toHaveProperty('products');
    });

    test.each([
      ['commerceProducts=all', /commerceProducts must be one of: list, single/],
      ['commerceProducts=list&commerceProducts=single', /once and without brackets/],
      ['commerceProducts[]=list', /once and without brackets/],
      ['commerceProducts[$ne]=list', /once and without brackets/],
      ['commerceProducts=__proto__', /must be one of/],
      ['commerceProducts=list&commerceInclude=secrets', /commerceInclude must be/],
      ['commerceProducts=list&commerceInclude[0]=brand', /once and without brackets/],
      ['commerceInclude=brand', /needs commerceProducts/],
    ])('rejects ?%s with what is allowed', async (query, why) => {
      const { documentId } = await create({ hero: 19 });
      for (const path of [`/stories?${query}`, `/stories/${documentId}?${query}`]) {
        const { status, body } = await get(path);
        expect(status).toBe(400);
        expect(
          z.looseObject({ error: z.looseObject({ name: z.string(), message: z.string() }) }).parse(body).error,
        ).toMatchObject({
          name: 'ValidationError',
          message: expect.stringMatching(why),
        });
      }
    });

    test('treats a blank value as not given, ignores types without such a field, and keeps unknown entries a 404', async () => {
      const { documentId } = await create({ hero: 19 });
      expect(await read(documentId, 'commerceProducts=')).toMatchObject({ hero: 19 });
      expect((await get('/notes?commerceProducts=all')).status).toBe(200);
      expect((await get('/stories/nowhere?commerceProducts=list')).status).toBe(404);
    });

    test('returns at most a thousand products in one response, and says how to request fewer', async () => {
      for (let place = 0; place < 11; place += 1) {
        await create({
          title: 'huge',
          products: Array.from({ length: 100 }, (_, index) => 10_000 + place * 100 + index),
        });
      }
      const query = '/stories?filters[title]=huge&commerceProducts=list';
      expect(await get(query)).toMatchObject({
        status: 400,
        body: { error: { details: { products: 1100, allowed: 1000 } } },
      });
      expect((await get(`${query}&pagination[pageSize]=10`)).status).toBe(200);
    });

    test('counts a product in each of the entries that share it, since the response repeats it', async () => {
      const products = Array.from({ length: 100 }, (_, index) => 20_000 + index);
      for (let place = 0; place < 11; place += 1) await create({ title: 'shared', products });
      const query = '/stories?filters[title]=shared&commerceProducts=single';
      expect(await get(query)).toMatchObject({
        status: 400,
        body: { error: { details: { products: 1100, allowed: 1000 } } },
      });
      expect((await get(`${query}&pagination[pageSize]=10`)).status).toBe(200);
    });
  });

  async function productOf(path: string) {
    return z.object({ products: z.array(productListItem) }).parse(await (await site.rest(path)).json());
  }
});

test('a site with strict parameters accepts the parameters of types with selected products', async () => {
  const site = await bootSite({ sources: storySources, api: { rest: { strictParams: true } } });
  try {
    const authorization = `Bearer ${await contentToken(site)}`;
    const responseTo = async (path: string, headers: Record<string, string> = { authorization }) => {
      const response = await fetch(`${site.url}/api${path}`, { headers });
      return { status: response.status, body: await response.text() };
    };
    expect(await responseTo('/stories?commerceProducts=list&commerceInclude=brand,seo')).toMatchObject({ status: 200 });
    for (const query of ['commerceProducts=all', 'commerceProducts=list&commerceInclude[0]=brand']) {
      expect(await responseTo(`/stories?${query}`)).toMatchObject({
        status: 400,
        body: expect.stringMatching(
          /"message":"Invalid parameters: (commerceProducts must be one of: list, single|commerceInclude must)/,
        ),
      });
      expect(await responseTo(`/stories?${query}`, {})).toMatchObject({ status: 401 });
    }
    expect(await responseTo('/notes?commerceProducts=list')).toMatchObject({ status: 400 });
  } finally {
    await site.stop();
    removeSite(site);
  }
});
