/**
 * A product of the simulated store and what belongs to it. Field names are upstream's own, so that presenting them
 * needs no mapping.
 */

export type InventoryTracking = 'none' | 'product' | 'variant';
export type Availability = 'available' | 'disabled' | 'preorder';
export type Condition = 'New' | 'Used' | 'Refurbished';

/** A product's own fields, in the order of a recorded response (upstream 2.3). Dates are separate, in Unix seconds. */
export interface ProductFields {
  name: string;
  type: 'physical' | 'digital';
  sku: string;
  description: string;
  weight: number;
  width: number;
  depth: number;
  height: number;
  price: number;
  cost_price: number;
  retail_price: number;
  /** 0 if not set, like every other price field of a product. */
  sale_price: number;
  map_price: number;
  tax_class_id: number;
  product_tax_code: string;
  categories: number[];
  /** 0: no brand. */
  brand_id: number;
  option_set_id: number | null;
  option_set_display: string;
  inventory_level: number;
  inventory_warning_level: number;
  inventory_tracking: InventoryTracking;
  reviews_rating_sum: number;
  reviews_count: number;
  total_sold: number;
  fixed_cost_shipping_price: number;
  is_free_shipping: boolean;
  is_visible: boolean;
  is_featured: boolean;
  /** `[-1]`: chosen automatically. */
  related_products: number[];
  warranty: string;
  bin_picking_number: string;
  layout_file: string;
  upc: string;
  mpn: string;
  gtin: string;
  search_keywords: string;
  availability: Availability;
  availability_description: string;
  gift_wrapping_options_type: 'any' | 'none' | 'list';
  gift_wrapping_options_list: number[];
  sort_order: number;
  condition: Condition;
  is_condition_shown: boolean;
  order_quantity_minimum: number;
  order_quantity_maximum: number;
  page_title: string;
  meta_keywords: string[];
  meta_description: string;
  view_count: number;
  preorder_release_date: string | null;
  preorder_message: string;
  is_preorder_only: boolean;
  is_price_hidden: boolean;
  price_hidden_label: string;
  custom_url: CustomUrl;
  open_graph_type: string;
  open_graph_title: string;
  open_graph_description: string;
  open_graph_use_meta_description: boolean;
  open_graph_use_product_name: boolean;
  open_graph_use_image: boolean;
}

export interface CustomUrl {
  url: string;
  is_customized: boolean;
}

export interface OptionValueReference {
  id: number;
  label: string;
  option_id: number;
  option_display_name: string;
}

/** A variant without what upstream derives; null inherits from the product (upstream 2.4). */
export interface Variant {
  id: number;
  sku: string;
  /** null only for the base variant of a simple product. */
  sku_id: number | null;
  price: number | null;
  sale_price: number | null;
  retail_price: number | null;
  map_price: number | null;
  cost_price: number | null;
  weight: number | null;
  width: number | null;
  height: number | null;
  depth: number | null;
  is_free_shipping: boolean;
  fixed_cost_shipping_price: number | null;
  purchasing_disabled: boolean;
  purchasing_disabled_message: string;
  /** URL of the variant's own image; a path of the simulator if it starts with a slash. */
  image_url: string;
  upc: string;
  mpn: string;
  gtin: string;
  inventory_level: number;
  inventory_warning_level: number;
  bin_picking_number: string;
  option_values: OptionValueReference[];
}

export interface ProductImage {
  id: number;
  is_thumbnail: boolean;
  sort_order: number;
  description: string;
  image_file: string;
  modified: number;
}

export interface CustomField {
  id: number;
  name: string;
  value: string;
}

export interface OptionValue {
  id: number;
  label: string;
  sort_order: number;
  is_default: boolean;
  value_data: { colors: string[] } | null;
}

export interface ProductOption {
  id: number;
  name: string;
  display_name: string;
  type: 'radio_buttons' | 'rectangles' | 'dropdown' | 'product_list' | 'product_list_with_images' | 'swatch';
  sort_order: number;
  option_values: OptionValue[];
}

/** How a modifier's value changes the product; what is absent changes nothing (upstream 20.7). */
export interface Adjusters {
  price?: Adjuster | undefined;
  weight?: Adjuster | undefined;
  image_url?: string | undefined;
  purchasing_disabled?: { status: boolean; message: string } | undefined;
}

export interface Adjuster {
  adjuster: 'relative' | 'percentage' | null;
  adjuster_value: number;
}

export interface ModifierValue {
  id: number;
  label: string;
  sort_order: number;
  is_default: boolean;
  value_data: Record<string, unknown> | null;
  adjusters: Adjusters;
}

export type ModifierType =
  | 'date'
  | 'checkbox'
  | 'file'
  | 'text'
  | 'multi_line_text'
  | 'numbers_only_text'
  | ProductOption['type'];

/** What a shopper chooses or enters in addition to the variant. */
export interface Modifier {
  id: number;
  name: string;
  display_name: string;
  type: ModifierType;
  required: boolean;
  sort_order: number;
  /** Limits and defaults; its keys depend on the type (upstream 20.7). */
  config: Record<string, unknown>;
  option_values: ModifierValue[];
}

export interface Video {
  id: number;
  title: string;
  description: string;
  sort_order: number;
  type: 'youtube';
  video_id: string;
  length: string;
}

export interface BulkPricingRule {
  id: number;
  quantity_min: number;
  quantity_max: number;
  type: 'price' | 'percent' | 'fixed';
  amount: number;
}

/** One product with everything that belongs to it. */
export interface Product {
  id: number;
  fields: ProductFields;
  /** Unix seconds. */
  created: number;
  modified: number;
  lastImported: number | null;
  channels: number[];
  /** Never empty: a simple product has its base variant. */
  variants: Variant[];
  images: ProductImage[];
  customFields: CustomField[];
  options: ProductOption[];
  modifiers: Modifier[];
  videos: Video[];
  bulkPricingRules: BulkPricingRule[];
}

/** What a list can be filtered and sorted by, cheap enough to create for every product of a large catalog. */
export interface ProductSummary {
  id: number;
  fields: Pick<ProductFields, SummaryField>;
  created: number;
  modified: number;
  lastImported: number | null;
  channels: number[];
}

export type SummaryField =
  | 'name'
  | 'type'
  | 'sku'
  | 'price'
  | 'sale_price'
  | 'weight'
  | 'categories'
  | 'brand_id'
  | 'inventory_level'
  | 'inventory_warning_level'
  | 'inventory_tracking'
  | 'total_sold'
  | 'is_free_shipping'
  | 'is_visible'
  | 'is_featured'
  | 'upc'
  | 'mpn'
  | 'availability'
  | 'condition';

/** `sku_id` of a variant: never a variant's id, so that confusing the two finds nothing (upstream 4.2). */
export function skuIdOf(variantId: number): number {
  return 1_000_000_000 + variantId;
}
