import type { Brand, Category } from './model';
import type { Product, ProductFields, Variant } from './product-model';

/** A product's fields with upstream's defaults: 0, "", -1, [] and "0" mean empty (upstream 2.3). */
export function defaultFields(id: number, name: string): ProductFields {
  return {
    name,
    type: 'physical',
    sku: '',
    description: '',
    weight: 0,
    width: 0,
    depth: 0,
    height: 0,
    price: 0,
    cost_price: 0,
    retail_price: 0,
    sale_price: 0,
    map_price: 0,
    tax_class_id: 0,
    product_tax_code: '',
    categories: [],
    brand_id: 0,
    option_set_id: null,
    option_set_display: 'right',
    inventory_level: 0,
    inventory_warning_level: 0,
    inventory_tracking: 'none',
    reviews_rating_sum: 0,
    reviews_count: 0,
    total_sold: 0,
    fixed_cost_shipping_price: 0,
    is_free_shipping: false,
    is_visible: true,
    is_featured: false,
    related_products: [-1],
    warranty: '',
    bin_picking_number: '',
    layout_file: 'product.html',
    upc: '',
    mpn: '',
    gtin: '',
    search_keywords: '',
    availability: 'available',
    availability_description: '',
    gift_wrapping_options_type: 'any',
    gift_wrapping_options_list: [],
    sort_order: 0,
    condition: 'New',
    is_condition_shown: false,
    order_quantity_minimum: 0,
    order_quantity_maximum: 0,
    page_title: '',
    meta_keywords: [],
    meta_description: '',
    view_count: 0,
    preorder_release_date: null,
    preorder_message: '',
    is_preorder_only: false,
    is_price_hidden: false,
    price_hidden_label: '',
    custom_url: { url: `/${slugify(name) || String(id)}/`, is_customized: false },
    open_graph_type: 'product',
    open_graph_title: '',
    open_graph_description: '',
    open_graph_use_meta_description: true,
    open_graph_use_product_name: true,
    open_graph_use_image: true,
  };
}

/** A variant that inherits everything. */
export function defaultVariant(id: number, sku: string): Variant {
  return {
    id,
    sku,
    sku_id: null,
    price: null,
    sale_price: null,
    retail_price: null,
    map_price: null,
    cost_price: null,
    weight: null,
    width: null,
    height: null,
    depth: null,
    is_free_shipping: false,
    fixed_cost_shipping_price: null,
    purchasing_disabled: false,
    purchasing_disabled_message: '',
    image_url: '',
    upc: '',
    mpn: '',
    gtin: '',
    inventory_level: 0,
    inventory_warning_level: 0,
    bin_picking_number: '',
    option_values: [],
  };
}

/** A product with one base variant and nothing else. */
export function defaultProduct(options: { id: number; name: string; variantId: number; created: number }): Product {
  return {
    id: options.id,
    fields: defaultFields(options.id, options.name),
    created: options.created,
    modified: options.created,
    lastImported: null,
    channels: [],
    variants: [defaultVariant(options.variantId, '')],
    images: [],
    customFields: [],
    options: [],
    modifiers: [],
    videos: [],
    bulkPricingRules: [],
  };
}

/** A visible top-level category of tree 1. */
export function defaultCategory(id: number, name: string): Category {
  return {
    id,
    uuid: uuidFrom(id),
    tree_id: 1,
    parent_id: 0,
    name,
    description: '',
    views: 0,
    sort_order: 0,
    page_title: '',
    meta_keywords: [''],
    meta_description: '',
    layout_file: 'category.html',
    image_url: '',
    is_visible: true,
    search_keywords: '',
    default_product_sort: 'use_store_settings',
    url: { path: `/${slugify(name) || String(id)}/`, is_customized: false },
  };
}

/** A brand with only a name. */
export function defaultBrand(id: number, name: string): Brand {
  return {
    id,
    name,
    page_title: '',
    meta_keywords: [''],
    meta_description: '',
    image_url: '',
    search_keywords: '',
    custom_url: { url: `/brands/${slugify(name) || String(id)}.html`, is_customized: false },
  };
}

/** Latin letters and digits of a text, lowercase, joined with hyphens; may be empty. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** A valid version 4 UUID, always the same one for the same number. */
export function uuidFrom(id: number): string {
  return `5e1d4c72-0000-4fa0-8000-${id.toString(16).padStart(12, '0')}`;
}
