import type { ChangedIds } from '../changes/change-log';

/*
 * `Surrogate-Key` names what a response contains, so that a cache in front of the site can purge by name:
 *
 * | Key | On responses that | Purge it when |
 * | --- | --- | --- |
 * | `product-<id>` | show this product | it changed |
 * | `products` | list products | any product was changed, added or removed: totals and order may differ |
 * | `brand-<id>`, `brands` | show this brand; list or mention brands | a brand changed |
 * | `collection-<id>`, `collections` | show this category; list or mention categories | a category changed |
 * | `store` | depend on the store's information | name, units, currency or locale changed |
 * | `market-<key>` | show this further market | its prices, texts, categories, products or settings changed |
 * | `markets` | list the markets | a public market was added, changed or removed |
 * | `contract` | describe the API | the plugin's version changed, or a setting that the description contains |
 *
 * Categories and brands inside product responses share one key each, and a brand's products share `products`: naming
 * each could make the header larger than proxies accept: a product may have 1,000 categories (upstream 2.3).
 */

/** For a single product. */
export function keysOfProduct({ id }: { id: number }): string[] {
  return [`product-${id}`, 'collections', 'brands', 'store'];
}

/** For a single product with its related products. */
export function keysOfProductPage(product: { id: number }, related: readonly { id: number }[]): string[] {
  return [...new Set([...keysOfProduct(product), ...keysOfProductList(related)])];
}

/** For a list of at most 100 products. */
export function keysOfProductList(records: readonly { id: number }[]): string[] {
  return ['products', ...records.map(({ id }) => `product-${id}`), 'collections', 'brands'];
}

/** For counts of products by brand, collection, price, and stock. */
export function keysOfFacets(): string[] {
  return ['products', 'collections', 'brands'];
}

/** For the list of all products with their addresses. */
export function keysOfSitemap(): string[] {
  return ['products', 'store'];
}

/** For one brand, which may have thousands of products. */
export function keysOfBrand({ id }: { id: number }): string[] {
  return [`brand-${id}`, 'products'];
}

/** For the list of brands, with their product counts. */
export function keysOfBrandList(): string[] {
  return ['brands', 'products'];
}

/** For one collection with its neighbors and product counts. */
export function keysOfCollection({ id }: { id: number }): string[] {
  return [`collection-${id}`, 'collections', 'products'];
}

/** For the list of collections, with their product counts. */
export function keysOfCollectionList(): string[] {
  return ['collections', 'products'];
}

/** For the store's facts. */
export function keysOfStore(): string[] {
  return ['store'];
}

/** For the list of markets, whose default one shows the store's facts. */
export function keysOfMarketList(): string[] {
  return ['markets', 'store'];
}

/** For responses in a further market, in addition to the keys above. */
export function keyOfMarket(key: string): string {
  return `market-${key}`;
}

/** For the descriptions of the API. */
export function keysOfContract(): string[] {
  return ['contract'];
}

/** For everything: each response has at least one of these. */
export function keysOfEverything(): string[] {
  return ['products', 'collections', 'brands', 'store', ...keysOfContract()];
}

/** The keys of the responses that a change to the catalog outdates. */
export function keysOfChange(change: ChangedIds): string[] {
  if (change.isEverything) return keysOfEverything();
  const { products, categories, brands, isStoreChanged } = change;
  return [
    ...(products.length > 0 ? ['products', ...products.map((id) => `product-${id}`)] : []),
    ...(categories.length > 0 ? ['collections', ...categories.map((id) => `collection-${id}`)] : []),
    ...(brands.length > 0 ? ['brands', ...brands.map((id) => `brand-${id}`)] : []),
    ...(isStoreChanged ? ['store'] : []),
  ];
}
