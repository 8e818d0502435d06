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

/** A collection in a list. */
export interface CollectionItem extends TaxonomyItem {
  /** Upstream's number for its place in the store's order; categories with the same number are in the order of names. */
  sortOrder: number;
}

export interface CollectionRecord extends TaxonomyItem {
  content: string;
  /** Empty if it has none. */
  imageUrl: string;
  /** The parent category, if visible. */
  parent: RecordReference | null;
  /** Visible direct subcategories, in the store's order. */
  children: CollectionItem[];
}

/** A collection in a list, with its place in the tree. */
export interface CollectionTreeItem extends CollectionItem {
  /** Of the parent category, if visible. */
  parentSlug: string | null;
  /** Position among siblings with the same visible parent, in the store's order, starting at 1. */
  position: number;
}

export interface TaxonomyPage {
  /** Starts at 1. */
  page: number;
  pageSize: number;
}

export interface TaxonomyList<Item = TaxonomyItem> {
  items: Item[];
  /** The total, not only this page. */
  total: number;
}

/** A record that an old slug leads to, with its current slug. */
export type MovedRecord = Pick<RecordReference, 'id' | 'slug'>;

/** What a brand is found by; a number in a text is tried as an id first, and then as a slug. */
export type BrandName = string | { id: number } | { slug: string };

/**
 * Reads brands and collections (visible categories). Each method takes a fixed number of statements, regardless of the
 * size of its result.
 */
export interface TaxonomyReader {
  /** By name without regard to case, then id; all of them if no page is given. */
  listBrands(page?: TaxonomyPage): Promise<TaxonomyList>;
  /** @param mostProducts the most products to read; a brand may have every product of a store */
  findBrand(named: BrandName, mostProducts: number): Promise<BrandRecord | null>;
  /** The brand that used to have this slug, with its current one; null when there is none. */
  findMovedBrand(oldSlug: string): Promise<MovedRecord | null>;
  /** In the store's order, then by name and id; all of them if no page is given. */
  listCollections(page?: TaxonomyPage): Promise<TaxonomyList<CollectionItem>>;
  /** The same in the same order, each with its place in the tree. */
  listCollectionTree(page?: TaxonomyPage): Promise<TaxonomyList<CollectionTreeItem>>;
  findCollection(slug: string): Promise<CollectionRecord | null>;
  /** The current slug of the visible category that used to have this slug; null when there is none. */
  findCurrentCollectionSlug(oldSlug: string): Promise<string | null>;
}
