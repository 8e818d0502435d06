import { expect, test } from 'vitest';
import { aBrand, aCategory, aProduct, catalogWriter } from '../support/shops/catalog-items';
import { bootSite, removeSite } from '../support/sites/boot-site';
import { keepsResponses } from '../support/instances/keeps-responses';

const teapot = aProduct({ id: 70, title: 'Celadon teapot', sku: 'TEA-70', categoryIds: [7], brandId: 8, salePrice: 5 });
const others = [71, 72].map((id) =>
  aProduct({ id, title: `Cup ${id}`, categoryIds: [7], brandId: 8, relatedIds: [70] }),
);
const category = aCategory({ id: 7, title: 'Ceramics' });
const child = aCategory({ id: 9, title: 'Bowls', parentId: 7 });
const brand = aBrand({ id: 8, title: 'Kiln' });

const addresses = [
  '/products',
  '/products?per_page=1',
  '/products?ids=70,71',
  '/products?sku=TEA-70',
  '/products?search=celadon',
  '/products?category=ceramics',
  '/products?brand=kiln',
  '/products?on_sale=true',
  '/products?order_by=price',
  '/products/celadon-teapot',
  '/products/cup-71',
  '/products/cup-71/related',
  '/brands',
  '/brands/8',
  '/collections',
  '/collections/ceramics',
  '/collections/bowls',
];

test('a withdrawn record is in no response, cached or not, and every response is as before when it is back', async () => {
  const site = await bootSite();
  try {
    const catalog = catalogWriter(site.strapi);
    await catalog.write('category', [category, child]);
    await catalog.write('brand', [brand]);
    await catalog.write('product', [teapot, ...others]);
    await keepsResponses(site);
    const read = async () => {
      const all = new Map<string, { status: number; text: string }>();
      // Twice, so that everything cacheable is cached.
      for (const address of [...addresses, ...addresses]) {
        const response = await site.rest(address);
        all.set(address, { status: response.status, text: await response.text() });
      }
      return all;
    };
    const linesLike = async (pattern: RegExp) =>
      [...(await read())]
        .filter(([, { status, text }]) => status === 200 && pattern.test(text))
        .map(([address]) => address);
    const before = await read();
    expect([...before].filter(([, { status }]) => status !== 200)).toEqual([]);
    const records = [
      { entity: 'product', id: teapot.id, pattern: /elad/, write: () => catalog.write('product', [teapot]) },
      { entity: 'category', id: category.id, pattern: /eramics/, write: () => catalog.write('category', [category]) },
      { entity: 'brand', id: brand.id, pattern: /[Kk]iln/, write: () => catalog.write('brand', [brand]) },
    ] as const;
    for (const { entity, id, pattern, write } of records) {
      expect(await linesLike(pattern)).not.toEqual([]);
      await catalog.remove(entity, [id]);
      expect(await linesLike(pattern)).toEqual([]);
      await write();
      expect([...(await read())]).toEqual([...before]);
    }
  } finally {
    await site.stop();
    removeSite(site);
  }
});
