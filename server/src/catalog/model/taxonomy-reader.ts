import type { RecordReference } from './product-reader';

/** A brand or a collection in a list. */
export interface TaxonomyItem extends RecordReference {
  /** Published products with this brand, or assigned directly to this category (behavior 2.13). */
  productCount: number;
}

export interface BrandRecord extends TaxonomyItem {
  content: string;
  /** The first of its published products by name, then id; as many as were asked for. */
  products: (RecordReference & { price: number })[];
}

export interface CollectionRecord extends TaxonomyItem {
  content: string;
  /** The category above, when it is visible. */
  parent: RecordReference | null;
  /** Visible categories right below, in the store's order. */
  children: TaxonomyItem[];
}

/** A collection in a list, with its place in the tree. */
export interface CollectionTreeItem extends TaxonomyItem {
  /** Of the category above, when it is visible. */
  parentSlug: string | null;
  /** Among those with the same visible category above, in the store's order, from 1. */
  position: number;
}

export interface TaxonomyPage {
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface TaxonomyList<Item = TaxonomyItem> {
  items: Item[];
  /** All there are, not only this page. */
  total: number;
}

/**
 * Reads brands and collections (visible categories). Each method takes a fixed number of statements, whatever the size
 * of its result.
 */
export interface TaxonomyReader {
  /** By name without regard to case, then id; all without a page. */
  listBrands(page?: TaxonomyPage): Promise<TaxonomyList>;
  /**
   * @param idOrSlug a number is an id first
   * @param mostProducts how many of its products are read at most; a brand may have every product of a store
   */
  findBrand(idOrSlug: string, mostProducts: number): Promise<BrandRecord | null>;
  /** The slug that the brand which once had this slug has now; null when there is none. */
  findCurrentBrandSlug(oldSlug: string): Promise<string | null>;
  /** In the store's order, then by name and id; all without a page. */
  listCollections(page?: TaxonomyPage): Promise<TaxonomyList>;
  /** The same in the same order, each with its place in the tree. */
  listCollectionTree(page?: TaxonomyPage): Promise<TaxonomyList<CollectionTreeItem>>;
  findCollection(slug: string): Promise<CollectionRecord | null>;
  /** The slug that the visible category which once had this slug has now; null when there is none. */
  findCurrentCollectionSlug(oldSlug: string): Promise<string | null>;
}
