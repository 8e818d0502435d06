import { afterAll, beforeAll, expect, test } from 'vitest';
import { product as productSchema, type ProductView } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { verificationOf } from '../support/shops/catalog-verification';
import { publishedIds } from '../support/shops/published-ids';
import { openShop, type Shop } from '../support/shops/shop';
import { eventually } from '../support/time/eventually';

let shop: Shop;
/** Published products; each test takes some. */
let unused: number[];
const { verify } = verificationOf({ shop: () => shop, responses: () => [] });

beforeAll(async () => {
  shop = await openShop({
    simulator: { products: 12 },
    site: {
      environment: { COMMERCE_BRIDGE_MODIFIERS_ENABLED: '', COMMERCE_BRIDGE_METAFIELD_NAMESPACES: 'care' },
    },
  });
  const { modifiers, markets, products } = shop.simulator.store;
  for (const id of products.ids()) {
    modifiers.create(id, { display_name: 'Engraving', type: 'text' });
    markets.metafields.create({
      resource_type: 'product',
      resource_id: id,
      namespace: 'care',
      key: 'wash',
      value: '30°',
    });
  }
  await shop.synchronize();
  await settled();
  unused = await publishedIds(shop.site, { without: 0 });
});
afterAll(() => shop.close());

const another = () => unused.shift() ?? expect.unreachable();
const rows = (table: string) => shop.site.strapi.db.connection(table);

async function settled(): Promise<void> {
  const { modifierFreshness, metafieldFreshness } = containerOf(shop.site.strapi);
  await eventually(async () => (await modifierFreshness.isIdle()) && (await metafieldFreshness.isIdle()));
}

async function pageOf(id: number): Promise<Pick<ProductView, 'modifiers' | 'metafields'>> {
  const [found] = await containerOf(shop.site.strapi).catalog.products.findByIds([id], 'summary');
  const response = await shop.site.rest(`/products/${found?.slug}?include=modifiers,metafields`);
  expect(response.status).toBe(200);
  const { modifiers, metafields } = productSchema.parse(await response.json());
  return { modifiers, metafields };
}

test.each([
  { what: 'is no JSON', content: '[{"id":' },
  { what: 'no modifier and no metafield can have', content: '[{"id":"x"}]' },
])('a row with what $what is null on its page, and is read again once it was verified', async ({ content }) => {
  const [withModifiers, withMetafields] = [another(), another()];
  const whole = { [withModifiers]: await pageOf(withModifiers), [withMetafields]: await pageOf(withMetafields) };
  expect(whole[withModifiers]?.modifiers).toHaveLength(1);
  expect(whole[withMetafields]?.metafields).toHaveLength(1);

  await rows(tables.productModifiers).where({ product_id: withModifiers }).update({ content });
  await rows(tables.metafields).where({ product_id: withMetafields }).update({ content });
  await shop.site.admin('POST', '/commerce-bridge/cache/purge');
  expect(await pageOf(withModifiers)).toEqual({ ...whole[withModifiers], modifiers: null });
  expect(await pageOf(withMetafields)).toEqual({ ...whole[withMetafields], metafields: null });

  const report = await verify();
  expect(report).toMatchObject({ status: 'succeeded', extras: { repaired: 2 } });
  expect(new Set(report.extras?.products)).toEqual(new Set([withModifiers, withMetafields]));
  await settled();
  expect(await pageOf(withModifiers)).toEqual(whole[withModifiers]);
  expect(await pageOf(withMetafields)).toEqual(whole[withMetafields]);
  expect((await verify()).extras).toEqual({ ...report.extras, repaired: 0, products: [] });
});
