/*
 * `Surrogate-Key` names what a response contains, so that a cache in front of the site can purge by name:
 *
 * | Key | On answers that | Purge it when |
 * | --- | --- | --- |
 * | `product-<id>` | show this product | it changed |
 * | `products` | list products | any product changed, came or went: totals and order may differ |
 * | `brand-<id>`, `brands` | show this brand; list or name brands | a brand changed |
 * | `collection-<id>`, `collections` | show this category; list or name categories | a category changed |
 * | `store` | depend on the store's information | name, units, currency or locale changed |
 *
 * Categories and brands inside product answers share one key each, and a brand's products share `products`: naming
 * each could make a header of more kilobytes than proxies take: a product may have 1,000 categories (upstream 2.3).
 */

/** Of one product by itself. */
export function keysOfProduct({ id }: { id: number }): string[] {
  return [`product-${id}`, 'collections', 'brands', 'store'];
}

/** Of a list of at most 100 products. */
export function keysOfProductList(records: readonly { id: number }[]): string[] {
  return ['products', ...records.map(({ id }) => `product-${id}`), 'collections', 'brands'];
}

/** Of one brand; its products may be thousands. */
export function keysOfBrand({ id }: { id: number }): string[] {
  return [`brand-${id}`, 'products'];
}

/** Of the list of brands, with their counts of products. */
export function keysOfBrandList(): string[] {
  return ['brands', 'products'];
}

/** Of one collection with its neighbours and counts of products. */
export function keysOfCollection({ id }: { id: number }): string[] {
  return [`collection-${id}`, 'collections', 'products'];
}

/** Of the list of collections, with their counts of products. */
export function keysOfCollectionList(): string[] {
  return ['collections', 'products'];
}

/** Of what is known of the store. */
export function keysOfStore(): string[] {
  return ['store'];
}
