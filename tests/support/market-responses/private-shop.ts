import type { BootOptions } from '../sites/boot-site';
import { grantToPublic } from '../sites/article-site';
import { api } from '../sites/story-site';
import { keepsResponses } from '../instances/keeps-responses';
import { type MarketShop, openMarketShop } from '../shops/market-shop';

const group = 1;
/** The group's regular and sale prices: nothing else on the site has these digits. */
const secretPrices = [{ price: 73917.39, sale_price: 73928.46 }, { price: 84139.17 }] as const;
const secretDigits = /73917|73928|84139/;

const product = { type: 'customField', customField: 'plugin::commerce-bridge.product' };

/** A shop with a market for a customer group, whose prices can be recognized in any text. */
export interface PrivateShop extends MarketShop {
  slugs: readonly string[];
  /** Whether a text contains a price of the group. */
  hasSecret(text: string): boolean;
  /** Gives the group other prices, alternating between two sets, and reads them. */
  reprice(): Promise<void>;
}

/** Boots it with Strapi's GraphQL plugin and its own content type, whose one public entry references a product. */
export async function openPrivateShop(options: BootOptions = {}): Promise<PrivateShop> {
  const shop = await openMarketShop(
    [
      { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' },
      { key: 'wholesale', name: 'Wholesale', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: group },
      { key: 'staff', name: 'Staff', channelId: 1, currency: 'USD', locale: 'en', isPublic: false },
    ],
    {
      ...options,
      plugins: {
        '@strapi/plugin-users-permissions': { jwtSecret: 'test-jwt-secret' },
        '@strapi/plugin-graphql': { landingPage: false },
      },
      sources: api('page', { plural: 'pages', attributes: { chosen: product } }),
    },
  );
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  store.markets.groups.create({ name: 'Wholesale' });
  const list = store.markets.priceLists.create({ name: 'Wholesale' }).id;
  let prices = 0;
  const setPrices = () => {
    const amounts = secretPrices[prices % secretPrices.length] ?? secretPrices[0];
    prices += 1;
    const variants = store.products.ids().flatMap((id) => store.products.get(id)?.variants ?? []);
    store.markets.priceLists.setRecords(
      list,
      variants.map(({ id }) => ({ variant_id: id, currency: 'USD', sale_price: null, ...amounts })),
    );
  };
  setPrices();
  store.markets.priceLists.assign({ price_list_id: list, customer_group_id: group, channel_id: null });

  await shop.synchronize();
  await shop.passMarkets('abroad', 'staff');
  const { products } = Object(await shop.read('/products?per_page=3'));
  const slugs: string[] = products.map(({ slug }: { slug: string }) => slug);
  await shop.site.strapi.documents('api::page.page').create({ data: { chosen: products[0].id } });
  await grantToPublic(shop.site, 'api::page.page.find');
  await keepsResponses(shop.site);

  return {
    ...shop,
    get site() {
      return shop.site;
    },
    slugs,
    hasSecret: (text) => secretDigits.test(text),
    async reprice() {
      setPrices();
      await shop.passMarkets('wholesale');
    },
  };
}
