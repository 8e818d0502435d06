import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { facets } from '../../contracts/rest/facets';
import { product, productList } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const sizes = [{ options: { Size: 'S' } }, { options: { Size: 'L' } }];

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`products of whose variants none has a price, on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let shop: MarketShop;
    let list: number;
    /** Nobody can buy these, whatever their stock; and one of which a variant can be bought. */
    let unpriced: number[];
    let hat: number;

    beforeAll(async () => {
      database = await kind.create(at);
      shop = await openMarketShop([abroad], { ...(database.connection && { database: database.connection }) });
      const { products, markets } = shop.simulator.store;
      markets.channels.create({ id: 3, name: 'Abroad' });
      markets.currencies.create({ currency_code: 'EUR', rate: 2 });
      const create = (name: string, stock: object, variants: { options: { Size: string } }[]) =>
        products.create({ name, price: 20, channels: [1, 3], variants, ...stock });
      const kept = { inventory_level: 5 };
      unpriced = [
        create('Scarf', { inventory_tracking: 'none' }, sizes).id,
        create('Shawl', { inventory_tracking: 'product', ...kept }, sizes).id,
        create(
          'Glove',
          { inventory_tracking: 'variant' },
          sizes.map((size) => ({ ...size, ...kept })),
        ).id,
      ];
      const sold = create('Hat', { inventory_tracking: 'none' }, sizes);
      hat = sold.id;
      // Without a record in this list, a variant has no price (upstream 20.3); the product itself has the catalog's.
      list = markets.priceLists.create({ name: 'Taxed', prices_entered_with_tax: true }).id;
      markets.priceLists.assign({ price_list_id: list, channel_id: 3, customer_group_id: null });
      setPrice(sold.variants[0]?.id);
      await shop.synchronize();
      await shop.passMarkets();
    });
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    const setPrice = (variantId = 0) =>
      shop.simulator.store.markets.priceLists.setRecord(list, { variant_id: variantId, currency: 'EUR', price: 50 });

    const read = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> =>
      schema.parse(await (await shop.site.rest(`${path}${path.includes('?') ? '&' : '?'}market=abroad`)).json());
    const listed = async (query: string) => (await read(`/products?per_page=50&${query}`, productList)).products;
    const idsIn = async (query: string) => (await listed(query)).map(({ id }) => id);
    const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

    test('lists say that they cannot be bought, and sort and filter accordingly', async () => {
      for (const item of await listed(`ids=${unpriced.join(',')}&include=availability,calculated_price,inventory`))
        expect(item).toMatchObject({
          price: null,
          sale_price: null,
          calculated_price: null,
          in_stock: false,
          availability: 'disabled',
          inventory: { in_stock: false, availability: 'disabled' },
        });
      expect(await idsIn('in_stock=true')).toEqual([hat]);
      expect(ascending(await idsIn('in_stock=false'))).toEqual(unpriced);
      expect(await idsIn('min_price=0')).toEqual([hat]);
      for (const order of ['asc', 'desc']) expect((await idsIn(`orderby=price&order=${order}`))[0]).toBe(hat);
    });

    test('a single one says so, too', async () => {
      for (const slug of ['scarf', 'shawl', 'glove'])
        expect(
          await read(`/products/${slug}?include=in_stock,availability,calculated_price,price_range`, product),
        ).toMatchObject({
          price: null,
          calculated_price: null,
          price_range: null,
          in_stock: false,
          availability: 'disabled',
          variants: sizes.map(() => ({ price: null, in_stock: false, availability: 'disabled' })),
        });
    });

    test('facets count them as out of stock, at no price', async () => {
      // As upstream reports it for the product itself, next to that of its variant.
      const price = { min: 40, max: 40 };
      expect(await read('/facets', facets)).toMatchObject({
        total: 4,
        stock: { in_stock: 1, out_of_stock: unpriced.length },
        price,
      });
    });

    test('administrators see that no market sells them', async () => {
      const { readyMarkets, siteMarkets, catalog, markets } = containerOf(shop.site.strapi);
      const [side] = (await readyMarkets.partsOfAll(siteMarkets.further())).values();
      if (!side) return expect.fail('the market is not ready');
      const asked = { orderBy: 'title', direction: 'asc', page: 1, pageSize: 20 } as const;
      const { products } = await catalog.browser.browseMarket(side, { ...asked, filter: { inStock: true } });
      expect(products.map(({ id }) => id)).toEqual([hat]);
      expect((await markets.partStates.countPrices()).get(side.pricesId)).toEqual({
        priced: 1,
        unpriced: unpriced.length,
      });
    });

    test('one of which a variant gets a price is sold from the next pass on', async () => {
      const [scarf = 0] = unpriced;
      const variantId = shop.simulator.store.products.get(scarf)?.variants[1]?.id ?? 0;
      setPrice(variantId);
      await shop.passMarkets();
      try {
        expect(ascending(await idsIn('in_stock=true'))).toEqual(ascending([scarf, hat]));
        expect(await read('/products/scarf?include=in_stock,availability', product)).toMatchObject({
          price: 40,
          in_stock: true,
          availability: 'available',
          variants: [
            { price: null, in_stock: false, availability: 'disabled' },
            { price: 50, in_stock: true, availability: 'available' },
          ],
        });
      } finally {
        shop.simulator.store.markets.priceLists.deleteRecord(list, { variantId, currency: 'EUR' });
        await shop.passMarkets();
      }
    });
  });
}
