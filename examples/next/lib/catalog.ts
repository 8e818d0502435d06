import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import {
  createCommerceBridgeClient,
  type Included,
  type IncludedProduct,
  orNull,
  type ProductListItem,
  type ProductListQuery,
} from 'strapi-plugin-commerce-bridge/client';
import { apiUrl } from './settings';

/*
 * Everything that pages show from the catalog. Each response names its contents (`Surrogate-Key`); these names are used
 * as cache tags here, and in the messages that the site sends after a change (app/api/purge).
 */

// A response without names is a failure, such as for a product that does not exist yet: any change may fix it.
const anything = ['products', 'collections', 'brands', 'store'];

const shop = createCommerceBridgeClient({
  baseUrl: apiUrl,
  onResponse({ surrogateKeys }) {
    // Next allows 128 tags. One of a list's first tags is `products`, which is purged with every change of a product.
    cacheTag(...(surrogateKeys.length > 0 ? surrogateKeys : anything).slice(0, 128));
  },
});

const cardGroups = ['calculated_price', 'brand', 'price_range', 'images_all_sizes'] as const;
const pageGroups = [
  ...cardGroups,
  'options',
  'custom_fields',
  'seo',
  'availability',
  'in_stock',
  'currency',
  'breadcrumbs',
  'related',
  'option_selections',
  'modifiers',
] as const;

/** A product as lists show it. */
export type CardProduct = Included<ProductListItem, typeof cardGroups>;

/** A product as its page shows it. */
export type PageProduct = IncludedProduct<typeof pageGroups>;

/** A product by its current or an earlier slug; null if there is none. */
export async function readProduct(slug: string): Promise<PageProduct | null> {
  'use cache';
  cacheLife('catalog');
  return orNull(shop.readProduct(slug, { include: pageGroups }));
}

export type ListChoice = Pick<ProductListQuery, 'search' | 'category' | 'orderby' | 'order' | 'page' | 'per_page'>;

export async function listProducts(
  choice: ListChoice,
): Promise<{ products: CardProduct[]; total: number; pages: number }> {
  'use cache';
  cacheLife('catalog');
  return shop.listProducts({ ...choice, include: cardGroups });
}

/** A collection by its current or an earlier slug; null if there is none. */
export async function readCollection(slug: string) {
  'use cache';
  cacheLife('catalog');
  return orNull(shop.readCollection(slug, { include: ['breadcrumbs'] }));
}

/** All collections, in the store's order. */
export async function listCollections() {
  'use cache';
  cacheLife('catalog');
  const { collections } = await shop.listCollections({ include: ['tree'] });
  return collections;
}

/** The top-level collections. */
export const listTopCollections = async () => (await listCollections()).filter(({ parent }) => parent === null);

export async function readStore() {
  'use cache';
  cacheLife('catalog');
  return shop.readStore();
}

/** A page of the addresses of all products, for sitemaps. */
export async function readAddresses(page: number) {
  'use cache';
  cacheLife('catalog');
  return shop.listSitemap({ page });
}
