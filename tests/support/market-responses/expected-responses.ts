import { z } from 'zod';
import type { Market } from '../../../server/src/markets/market-parts';
import type { Simulator } from '../../../simulator/src/server';
import { type ExpectedCatalog, expectedCatalog } from '../shops/expected-catalog';
import { type ExpectedCollection, expectedCollections } from './expected-collections';
import { expectedPrices } from '../shops/expected-market';
import { lastSegment } from '../shops/expected-catalog';

export interface ExpectedOffer {
  id: number;
  name: string;
  /** The price that is charged; null: it has no price. */
  charged: number | null;
  isOnSale: boolean;
  inStock: boolean;
  brandId: number | null;
  /** Those of its categories that the market shows, in upstream's order. */
  collectionIds: number[];
  /** The longest path through them. */
  way: number[];
  /** Products that the store itself relates to it. */
  relatedIds: number[];
  created: number;
  /** Whether a search for this term, in lower case, finds it. */
  isFoundBy(term: string): boolean;
  /** The product in lists. */
  item: object;
  /** The product on its own, with `include=calculated_price`. */
  detail: object;
}

export interface ExpectedResponses {
  offers: ExpectedOffer[];
  /** The store's brands, each with the products that the market sells. */
  brands: object[];
  /** Categories in the store's order. */
  collections: ExpectedCollection[];
}

interface Variant {
  id: number;
  name: string;
  price: number;
  in_stock: boolean;
}

/**
 * The responses of the public API in a market: visible products of the market's own channel (upstream 20.1), at the
 * prices that the documented rules choose (upstream 20.3). It shares no code with the plugin.
 */
export async function expectedResponses(simulator: Simulator, market: Market): Promise<ExpectedResponses> {
  const { store } = simulator;
  const catalog = await expectedCatalog(simulator, {
    permalink: permalinkOf,
    shows: 'store',
  });
  /** Texts in the market's language; each text that is not translated falls back separately (upstream 20.5). */
  const textsIn = (kind: 'product' | 'brand', id: number): { name?: string; slug?: string } => {
    const { channelId, locale } = market;
    const { name, path } = locale === 'fr' ? store.markets.locales.translationOf({ kind, id, channelId, locale }) : {};
    return { ...(name !== undefined && { name }), ...(path !== undefined && { slug: lastSegment(path) }) };
  };
  const collections = expectedCollections(store, market);
  const waysOf = (ids: readonly number[]) => ids.map((id) => collections.find((each) => each.id === id)?.way ?? []);
  const offers = expectedPrices(store, market).flatMap((prices): ExpectedOffer[] => {
    const { productId: id, price, calculatedPrice: charged } = prices;
    const item = catalog.listItems.get(id);
    const product = store.products.get(id);
    if (!item || !product) return [];
    const isSold = charged !== null;
    const inStock = isSold && item['in_stock'] === true;
    const { fields } = product;
    const collectionIds = fields.categories.filter((each) => collections.some((shown) => shown.id === each));
    const named = {
      name: fields.name,
      slug: item.slug,
      price: isSold ? price : null,
      categories: collectionIds,
      ...textsIn('product', id),
    };
    const permalink = permalinkOf(named.slug);
    // Images without a description have the product's name.
    const images = imagesIn(item).map((image) => (image.alt === fields.name ? { ...image, alt: named.name } : image));
    const costs = new Map(prices.variants.map((variant) => [variant.id, variant.price]));
    return [
      {
        id,
        name: named.name,
        charged,
        isOnSale: isSold && charged !== price,
        inStock,
        // The product may still reference a deleted brand.
        brandId: store.brands.get(fields.brand_id)?.id ?? null,
        collectionIds,
        way: waysOf(collectionIds).reduce((best, way) => (way.length > best.length ? way : best), []),
        relatedIds: fields.related_products,
        created: product.created,
        isFoundBy: (term) =>
          `${named.name} ${fields.description.replaceAll(/<[^>]*>/g, ' ')}`.toLowerCase().includes(term),
        item: {
          ...item,
          ...named,
          images,
          permalink,
          sale_price: isSold && charged !== price ? charged : null,
          in_stock: inStock,
        },
        detail: {
          ...catalog.details.get(id),
          ...named,
          images,
          calculated_price: charged,
          variants: variantsOf(catalog, id).map((variant) => {
            const isOnlyOne = product.options.length === 0;
            const cost = isOnlyOne ? charged : (costs.get(variant.id) ?? null);
            const name = isOnlyOne ? named.name : variant.name;
            return { ...variant, name, price: cost, in_stock: cost !== null && variant.in_stock };
          }),
        },
      },
    ];
  });

  return {
    offers,
    brands: store.brands.all().flatMap(({ id }) => {
      const brand = catalog.brands.find((each) => Object(each).id === id);
      const count = offers.filter(({ brandId }) => brandId === id).length;
      return brand ? [{ ...brand, ...textsIn('brand', id), product_count: count }] : [];
    }),
    collections,
  };
}

const permalinkOf = (slug: string) => `http://shop.example.com/products/${slug}`;

function variantsOf(catalog: ExpectedCatalog, id: number): Variant[] {
  return Object(catalog.details.get(id)).variants;
}

const imagesIn = (item: object) =>
  z.object({ images: z.array(z.object({ url: z.string(), alt: z.string() })) }).parse(item).images;
