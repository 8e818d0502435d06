/** What the simulated store contains in addition to products, and where a catalog comes from. */
import type { CustomUrl, Product, ProductSummary } from './product-model';

export interface Category {
  id: number;
  uuid: string;
  tree_id: number;
  /** 0: top level. */
  parent_id: number;
  name: string;
  description: string;
  views: number;
  sort_order: number;
  page_title: string;
  meta_keywords: string[];
  meta_description: string;
  layout_file: string;
  image_url: string;
  is_visible: boolean;
  search_keywords: string;
  default_product_sort: string;
  url: { path: string; is_customized: boolean };
}

export interface CategoryTree {
  id: number;
  name: string;
  channels: number[];
}

export interface Brand {
  id: number;
  name: string;
  page_title: string;
  meta_keywords: string[];
  meta_description: string;
  image_url: string;
  search_keywords: string;
  custom_url: CustomUrl;
}

export interface Channel {
  id: number;
  name: string;
  type: 'storefront' | 'pos' | 'marketplace' | 'marketing';
  platform: string;
  status: 'active' | 'prelaunch' | 'inactive' | 'archived' | 'deleted' | 'terminated';
  created: number;
  modified: number;
}

/** The first ids for newly created objects, above all ids in the catalog. */
export interface FreeIds {
  product: number;
  variant: number;
  image: number;
  customField: number;
  option: number;
  optionValue: number;
  category: number;
  brand: number;
}

/** A catalog before any edits. It can be far larger than memory: only ids are listed, the rest is created on demand. */
export interface CatalogSource {
  /** Ascending. */
  readonly productIds: Iterable<number>;
  readonly categories: readonly Category[];
  readonly trees: readonly CategoryTree[];
  readonly brands: readonly Brand[];
  readonly channels: readonly Channel[];
  readonly freeIds: FreeIds;
  /** A new object each time: callers can modify it. */
  product(id: number): Product | undefined;
  summary(id: number): ProductSummary | undefined;
  /** Its number of variants, including the base variant. */
  variantCount(id: number): number;
  /** The product that might have this variant; callers check. */
  productOfVariant(variantId: number): number | undefined;
  /** The product that might have a variant with this sku; callers check. */
  productOfSku(sku: string): number | undefined;
  /** Products that might have this URL; callers check. */
  productsOfUrl(url: string): number[];
}
