import type { Market } from '../../../server/src/markets/market-parts';
import type { Simulator } from '../../../simulator/src/server';
import { type ExpectedCatalog, expectedCatalog } from '../shops/expected-catalog';
import { expectedPrices } from '../shops/expected-market';

/** The channel of the default market in these tests. */
const defaultChannel = 1;

export interface ExpectedOffer {
  id: number;
  slug: string;
  /** What is charged; null: it has no price. */
  charged: number | null;
  isOnSale: boolean;
  inStock: boolean;
  brandId: number | null;
  /** Whether a search for this finds it; in lower case. */
  isFoundBy(term: string): boolean;
  /** As lists show it. */
  item: object;
  /** As it is shown alone, with `include=calculated_price`. */
  detail: object;
}

export interface ExpectedAnswers {
  offers: ExpectedOffer[];
  /** Those of the store, each with what the market sells of it. */
  brands: object[];
  /** Null: categories of its channel are not offered. */
  collections: object[] | null;
}

interface Variant {
  id: number;
  name: string;
  price: number;
  in_stock: boolean;
}

/**
 * What the public API should say in a market: of what the store does not hide, what the market's own channel sells
 * (upstream 20.1), at the prices that the documented rules choose (upstream 20.3). It shares no code with the plugin.
 */
export async function expectedAnswers(simulator: Simulator, market: Market): Promise<ExpectedAnswers> {
  const { store } = simulator;
  const catalog = await expectedCatalog(simulator, {
    permalink: (slug) => `http://shop.example.com/products/${slug}`,
    shows: 'store',
  });
  /** In the market's language; a text that is not translated falls back by itself (upstream 20.5). */
  const nameIn = (kind: 'product' | 'brand', id: number): { name?: string } => {
    const { channelId, locale } = market;
    const { name } = locale === 'fr' ? store.markets.locales.translationOf({ kind, id, channelId, locale }) : {};
    return name === undefined ? {} : { name };
  };
  const hasCategories = market.channelId === defaultChannel;
  const offers = expectedPrices(store, market).flatMap((prices): ExpectedOffer[] => {
    const { productId: id, price, calculatedPrice: charged } = prices;
    const item = catalog.listItems.get(id);
    const product = store.products.get(id);
    if (!item || !product) return [];
    const isSold = charged !== null;
    const inStock = isSold && item['in_stock'] === true;
    const shown = {
      price: isSold ? price : null,
      ...(!hasCategories && { categories: [] }),
    };
    const named = { ...shown, ...nameIn('product', id) };
    const costs = new Map(prices.variants.map((variant) => [variant.id, variant.price]));
    return [
      {
        id,
        slug: item.slug,
        charged,
        isOnSale: isSold && charged !== price,
        inStock,
        // A deleted brand may still be named.
        brandId: store.brands.get(product.fields.brand_id)?.id ?? null,
        isFoundBy: (term) =>
          `${named.name ?? product.fields.name} ${product.fields.description.replaceAll(/<[^>]*>/g, ' ')}`
            .toLowerCase()
            .includes(term),
        item: { ...item, ...named, sale_price: isSold && charged !== price ? charged : null, in_stock: inStock },
        detail: {
          ...catalog.details.get(id),
          ...named,
          calculated_price: charged,
          variants: variantsOf(catalog, id).map((variant) => {
            const cost = product.options.length === 0 ? charged : (costs.get(variant.id) ?? null);
            return { ...variant, price: cost, in_stock: cost !== null && variant.in_stock };
          }),
        },
      },
    ];
  });

  const sells = (isOf: (fields: { brand_id: number; categories: number[] }) => boolean) =>
    offers.filter(({ id }) => {
      const product = store.products.get(id);
      return product !== undefined && isOf(product.fields);
    }).length;
  return {
    offers,
    brands: store.brands.all().flatMap(({ id }) => {
      const brand = catalog.brands.find((each) => Object(each).id === id);
      return brand
        ? [{ ...brand, ...nameIn('brand', id), product_count: sells((fields) => fields.brand_id === id) }]
        : [];
    }),
    collections: hasCategories
      ? catalog.collections.map((collection) => ({
          ...collection,
          product_count: sells((fields) => fields.categories.includes(Number(collection['id']))),
        }))
      : null,
  };
}

function variantsOf(catalog: ExpectedCatalog, id: number): Variant[] {
  return Object(catalog.details.get(id)).variants;
}
