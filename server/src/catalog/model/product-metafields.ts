/** What an app or a merchant noted about a product, of those that the store shows to its storefronts (upstream 20.11). */
export interface CatalogMetafield {
  id: number;
  namespace: string;
  key: string;
  value: string;
}

/** One of a listing of all products'. */
export interface ListedMetafield extends CatalogMetafield {
  productId: number;
}

/** The metafields of products, as they were read last. */
export interface ProductMetafields {
  /** By product id, in the order of namespaces and keys; a product whose metafields were never read is left out. */
  read(productIds: readonly number[]): Promise<ReadonlyMap<number, CatalogMetafield[]>>;
}
