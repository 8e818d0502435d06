/** Data that an app or a merchant attached to a product, and that the store's storefronts can read (upstream 20.11). */
export interface CatalogMetafield {
  id: number;
  namespace: string;
  key: string;
  value: string;
}

/** A metafield in a listing of all products' metafields. */
export interface ListedMetafield extends CatalogMetafield {
  productId: number;
}

/** The metafields of products, as last read. */
export interface ProductMetafields {
  /** By product id, in the order of namespaces and keys; a product whose metafields were never read is left out. */
  read(productIds: readonly number[]): Promise<ReadonlyMap<number, CatalogMetafield[]>>;
}
