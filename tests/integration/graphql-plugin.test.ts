import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { recordActions } from '../../server/src/content-types/record-uids';
import { articleSite, publicRole } from '../support/sites/article-site';
import { type BootedSite, removeSite } from '../support/sites/boot-site';
import { aCategory, aProduct, aVariant, catalogWriter } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';
import { everyField, everyGroup } from '../support/http/every-product-field';
import { graphqlOf, responded } from '../support/http/graphql-requests';
import { greedyQueries } from '../support/http/greedy-queries';
import { keepsResponses } from '../support/instances/keeps-responses';
import { responseStatements } from '../support/databases/response-statements';
import { contentToken } from '../support/sites/story-site';

const mug = aProduct({
  id: 14,
  title: 'Café mug',
  slugClaim: 'cafe-mug',
  price: 20.5,
  salePrice: 18,
  categoryIds: [1],
  brandId: 1,
  tags: ['one'],
  variants: [aVariant({ id: 141, name: 'Small', price: 18, inventoryLevel: 2 })],
});

// Strapi's plugin only accepts batches if the site enables them.
const graphqlOptions = { landingPage: false, depthLimit: 5, apolloServer: { allowBatchedHttpRequests: true } };

let site: BootedSite;

beforeAll(async () => {
  site = await articleSite({ plugins: { '@strapi/plugin-graphql': graphqlOptions } });
  await catalogWriter(site.strapi).write('product', [mug]);
  await keepsResponses(site);
  await eventually(async () => {
    const role = { id: await publicRole(site) };
    const where = { role, action: { $in: [...recordActions] } };
    return (await site.strapi.db.query('plugin::users-permissions.permission').count({ where })) === 6;
  });
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

const { send, ask, data } = graphqlOf(() => site);
const rest = async (path: string): Promise<unknown> => (await site.rest(path)).json();

describe('the catalog in GraphQL', () => {
  test('says what the REST API says, by the same names', async () => {
    const { commerceProduct } = await data(`{ commerceProduct(slug: "cafe-mug") { ${everyField} } }`);
    expect(commerceProduct).toEqual(await rest(`/products/cafe-mug?include=${everyGroup}`));
    const { commerceProducts } = await data(
      `{ commerceProducts { products { id name slug price description images { url alt } categories sale_price in_stock permalink } total pages } }`,
    );
    expect(commerceProducts).toEqual(await rest('/products'));
    const taxonomy = await data(
      '{ commerceBrands(page: 1) { brands { id name slug product_count } total pages } commerceCollections(page: 1) { collections { id name slug product_count parent position } total pages } }',
    );
    expect(taxonomy['commerceBrands']).toEqual(await rest('/brands?page=1'));
    expect(taxonomy['commerceCollections']).toEqual(await rest('/collections?page=1&include=tree'));
  });

  test('finds one product or brand by its slug or its id, and null for what is hidden or does not exist', async () => {
    expect(
      await data(`{
        bySlug: commerceProduct(slug: "cafe-mug") { id }
        byId: commerceProduct(id: 14) { slug }
        draft: commerceProduct(id: 12) { id }
        none: commerceProduct(slug: "nothing") { id }
        brand: commerceBrand(slug: "acme") { id name product_count description products { id name slug price } }
        brandById: commerceBrand(id: 1) { slug }
        withdrawn: commerceBrand(id: 2) { id }
      }`),
    ).toEqual({
      bySlug: { id: 14 },
      byId: { slug: 'cafe-mug' },
      draft: null,
      none: null,
      brand: expect.objectContaining({ id: 1, name: 'Acme', product_count: 2 }),
      brandById: { slug: 'acme' },
      withdrawn: null,
    });
  });

  test('filters, orders, and pages like the REST API', async () => {
    const ids = async (given: string) => {
      const { commerceProducts } = await data(`{ commerceProducts(${given}) { products { id } total } }`);
      const { products } = z.object({ products: z.array(z.object({ id: z.int() })) }).parse(commerceProducts);
      return products.map(({ id }) => id);
    };
    expect(await ids('orderBy: price, order: asc')).toEqual([10, 11, 14]);
    expect(await ids('orderBy: title, order: asc, perPage: 1, page: 2')).toEqual([11]);
    expect(await ids('search: "café"')).toEqual([14]);
    expect(await ids('category: "mugs", minPrice: 6, orderBy: price, order: asc')).toEqual([11, 14]);
    expect(await ids('brand: "acme", maxPrice: 7')).toEqual([11]);
    expect(await ids('onSale: true, inStock: true')).toEqual([14]);
    expect(await ids('search: "Secret"')).toEqual([]);
  });

  test('comes from the same cache, which drops what changes', async () => {
    const query = '{ commerceProducts(search: "Café mug") { products { name tags } } }';
    await data(query);
    const again = await responseStatements(site.strapi, () => data(query));
    // The change log is polled regularly, also while the request is handled.
    const tables = again.filter((sql) => sql.includes('commerce_bridge') && !sql.includes('commerce_bridge_changes'));
    expect(tables).toEqual([]);
    await catalogWriter(site.strapi).write('product', [{ ...mug, tags: ['two'] }]);
    expect(await data(query)).toEqual({ commerceProducts: { products: [{ name: 'Café mug', tags: ['two'] }] } });
  });

  test('is public even if nothing is granted, and cannot be written', async () => {
    const permissions = site.strapi.db.query('plugin::users-permissions.permission');
    const schema = await data(
      '{ __schema { mutationType { fields { name } } queryType { fields { name } } types { name } } }',
    );
    const { __schema: all } = z
      .object({
        __schema: z.object({
          mutationType: z.object({ fields: z.array(z.object({ name: z.string() })) }),
          queryType: z.object({ fields: z.array(z.object({ name: z.string() })) }),
          types: z.array(z.object({ name: z.string() })),
        }),
      })
      .parse(schema);
    expect(all.mutationType.fields.filter(({ name }) => /commerce/i.test(name))).toEqual([]);
    expect(all.queryType.fields.map(({ name }) => name).filter((name) => /commerce/i.test(name))).toEqual([
      'commerceProducts',
      'commerceProduct',
      'commerceBrands',
      'commerceBrand',
      'commerceCollections',
    ]);
    expect(all.types.map(({ name }) => name).filter((name) => name.startsWith('CommerceBridge'))).toEqual([]);

    const where = { role: { id: await publicRole(site) }, action: { $in: [...recordActions] } };
    await permissions.deleteMany({ where });
    try {
      expect(await data('{ commerceProducts(search: "Apple") { total } }')).toEqual({ commerceProducts: { total: 1 } });
      const related = await ask('{ articles(filters: { title: { eq: "of all" } }) { related { name } } }');
      expect(related.errors?.[0]?.message).toBe('Forbidden access');
    } finally {
      const role = await publicRole(site);
      for (const action of recordActions) await permissions.create({ data: { action, role } });
    }
  });
});

describe('limits', () => {
  test.each(greedyQueries)('%s: an error that says so', async (_what, query, message) => {
    const { errors } = await ask(query);
    expect(errors?.map((error) => error.message).join()).toMatch(message);
  });

  test('more values than a processor writes out in a moment, by all that is allowed together: an error that says so', async () => {
    const categories = Array.from({ length: 100 }, (_, index) =>
      aCategory({ id: 1000 + index, title: `Shelf ${index}` }),
    );
    await catalogWriter(site.strapi).write('category', categories);
    const fields = ['id', 'name', 'slug', 'product_count', 'parent', 'position'];
    const thrice = (field: string) => ['x', 'y', 'z'].map((alias) => `${alias}${field}`).join(' ');
    const everything = thrice(`: collections { ${fields.map((field) => thrice(`${field}: ${field}`)).join(' ')} }`);
    const query = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `q${index}: commerceCollections { ${everything} }`).join(' ')} }`;

    const { errors, ...rest } = await ask(query(20));
    expect(errors?.[0]?.message).toMatch(/at most 50000 values .* perPage/);
    expect(rest.data).toBeNull();
    expect((await ask(query(8))).errors).toBeUndefined();
  });

  test('a batch of operations has what one request has, and each of them its own fields', async () => {
    const batches = z.array(responded);
    const different = ['{ commerceProducts { products { name } } }', '{ commerceProducts { products { tags } } }'];
    const results = batches.parse(await send(different.map((query) => ({ query }))));
    expect(results).toMatchObject([
      { data: { commerceProducts: { products: expect.arrayContaining([{ name: 'Café mug' }]) } } },
      { data: { commerceProducts: { products: expect.arrayContaining([{ tags: expect.any(Array) }]) } } },
    ]);

    const greedy = batches.parse(
      await send(Array.from({ length: 21 }, () => ({ query: '{ commerceBrands { total } }' }))),
    );
    expect(greedy.flatMap(({ errors = [] }) => errors.map(({ message }) => message))).toEqual([
      expect.stringMatching(/at most 20 queries/),
    ]);
  });
});

describe("the site's own types", () => {
  const inTitleOrder = '(sort: "title")';

  test('have products where their entries chose some, of which one read gets all', async () => {
    const query = `{ articles${inTitleOrder} { title chosen { id name } choices { id name sale_price } } }`;
    const { articles } = await data(query);
    expect(articles).toEqual([
      { title: 'branded', chosen: null, choices: [] },
      { title: 'of a draft', chosen: null, choices: [] },
      { title: 'of a withdrawn one', chosen: null, choices: [] },
      {
        title: 'of all',
        chosen: { id: 10, name: 'Apple' },
        choices: [
          { id: 10, name: 'Apple', sale_price: null },
          { id: 11, name: 'Banana', sale_price: null },
        ],
      },
      { title: 'of nothing', chosen: null, choices: [] },
      { title: 'of what is shown', chosen: { id: 11, name: 'Banana' }, choices: expect.any(Array) },
    ]);
    const countOf = async (asked: string) =>
      (await responseStatements(site.strapi, () => data(`{ articles${asked} }`))).length;
    const plain = await countOf(`${inTitleOrder} { title }`);
    const chosen = '{ title chosen { id name } choices { id name sale_price } }';
    // Products and their categories, for ten fields of five entries.
    expect((await countOf(`${inTitleOrder} ${chosen}`)) - plain).toBe(2);
    const one = '(filters: { title: { eq: "of all" } })';
    expect((await countOf(`${one} ${chosen}`)) - (await countOf(`${one} { title }`))).toBe(2);
  });

  test('have the cached records that they are related to, in components and dynamic zones, too', async () => {
    const query = `{ articles${inTitleOrder} {
      title main { name } related { name } categories { name product_count } brand { slug }
      looks { product { name } shelf { products { name } } }
      blocks { ... on ComponentArticleShelf { products { name } } ... on ComponentArticleLook { product { name } } }
    } }`;
    const { articles } = await data(query);
    const apple = { name: 'Apple' };
    const both = [apple, { name: 'Banana' }];
    expect(articles).toEqual(
      expect.arrayContaining([
        {
          title: 'of all',
          main: apple,
          related: both,
          categories: [{ name: 'Mugs', product_count: 3 }],
          brand: { slug: 'acme' },
          looks: [
            { product: apple, shelf: { products: both } },
            { product: null, shelf: { products: both } },
          ],
          blocks: [{ products: both }, { product: apple }],
        },
        expect.objectContaining({ title: 'of a draft', main: null, related: [], categories: [], brand: null }),
      ]),
    );
    expect(JSON.stringify(articles)).not.toContain('Secret');
    const reads = (await responseStatements(site.strapi, () => data(query))).filter((sql) =>
      /from `commerce_bridge_products` as `product`/.test(sql),
    );
    expect(reads.length).toBeLessThanOrEqual(3);
  });

  test('can still be given relations by a mutation, and by a second one of the same request', async () => {
    const token = await contentToken(site);
    const write = async (mutation: string, variables: object) => {
      const written = await ask(mutation, { variables, token });
      expect(written.errors).toBeUndefined();
      return written.data;
    };
    const banana = await documentIdOf(11);
    const created = await write(
      'mutation ($related: [ID]) { createArticle(data: { title: "by mutation", related: $related, chosen: 14 }) { documentId related { name } chosen { name } } }',
      { related: [banana] },
    );
    expect(created).toMatchObject({
      createArticle: { related: [{ name: 'Banana' }], chosen: { name: 'Café mug' } },
    });
    const { createArticle } = z.object({ createArticle: z.object({ documentId: z.string() }) }).parse(created);
    const updated = await write(
      `mutation ($article: ID!, $apple: [ID], $banana: [ID]) {
        first: updateArticle(documentId: $article, data: { related: $apple }) { related { name } }
        second: updateArticle(documentId: $article, data: { related: $banana }) { related { name } }
      }`,
      { article: createArticle.documentId, apple: [await documentIdOf(10)], banana: [banana] },
    );
    expect(updated).toEqual({ first: { related: [{ name: 'Apple' }] }, second: { related: [{ name: 'Banana' }] } });
    await site.strapi.documents('api::article.article').delete({ documentId: createArticle.documentId });
  });
});

async function documentIdOf(upstreamId: number): Promise<string> {
  const found = await site.strapi.db.query('plugin::commerce-bridge.product').findOne({ where: { upstreamId } });
  return z.object({ documentId: z.string() }).parse(found).documentId;
}

test('the example in the documentation works as it is printed there', async () => {
  const document = readFileSync(resolve(__dirname, '../../docs/strapi-apis.md'), 'utf8');
  const [, query] = /```graphql\n([\s\S]*?)```/.exec(document) ?? [];
  expect(await data(query ?? '')).toMatchObject({ commerceProducts: { total: 3 } });
});
