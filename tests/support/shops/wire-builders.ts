/** Upstream data, valid by default; a test breaks one thing. */
export type Raw = Record<string, unknown>;

export function aWireVariant(overrides: Raw = {}): Raw {
  return {
    id: 501,
    product_id: 77,
    sku: 'JAR-L',
    sku_id: 901,
    price: null,
    calculated_price: 20,
    sale_price: null,
    retail_price: null,
    map_price: {},
    weight: null,
    calculated_weight: 1.5,
    purchasing_disabled: false,
    purchasing_disabled_message: '0',
    image_url: '',
    inventory_level: 4,
    inventory_warning_level: 0,
    bin_picking_number: '0',
    option_values: [{ id: 31, label: 'Large', option_id: 3, option_display_name: 'Size' }],
    ...overrides,
  };
}

export function aWireImage(overrides: Raw = {}): Raw {
  const address = 'https://pictures.example/s-demo/products/77/images/1/jar__1.1';
  return {
    id: 1,
    product_id: 77,
    is_thumbnail: true,
    sort_order: 0,
    description: 'A jar on a shelf',
    image_file: 'j/jar.jpg',
    url_zoom: `${address}.1280.1280.jpg?c=1`,
    url_standard: `${address}.386.513.jpg?c=1`,
    url_thumbnail: `${address}.220.290.jpg?c=1`,
    url_tiny: `${address}.44.58.jpg?c=1`,
    date_modified: '2023-02-22T15:41:47+00:00',
    ...overrides,
  };
}

export function aWireProduct(overrides: Raw = {}): Raw {
  return {
    id: 77,
    name: 'Jar',
    type: 'physical',
    sku: 'JAR',
    description: '<p>A jar.</p>',
    weight: 1.5,
    price: 20,
    cost_price: 0,
    retail_price: 0,
    sale_price: 0,
    map_price: {},
    calculated_price: 20,
    categories: [23, 21],
    brand_id: 5,
    option_set_id: null,
    inventory_level: 9,
    inventory_tracking: 'none',
    is_visible: true,
    availability: 'available',
    related_products: [-1],
    search_keywords: 'glass, kitchen',
    page_title: '',
    meta_description: '',
    meta_keywords: [],
    date_created: '2018-08-24T14:41:00+00:00',
    date_modified: '2024-01-02T03:04:05+00:00',
    date_last_imported: null,
    preorder_message: '0',
    price_hidden_label: '0',
    base_variant_id: null,
    custom_url: { url: '/all/jar/', is_customized: false },
    channels: [1],
    variants: [aWireVariant()],
    images: [aWireImage()],
    custom_fields: [{ id: 1, name: 'Origin', value: 'Portugal' }],
    ...overrides,
  };
}

export function aWireCategory(overrides: Raw = {}): Raw {
  return {
    category_id: 23,
    category_uuid: '5d9b7c2e-1111-4222-8333-444455556666',
    tree_id: 1,
    parent_id: 0,
    name: 'Kitchen',
    description: '<p>For cooks.</p>',
    views: 0,
    sort_order: 2,
    page_title: '',
    meta_keywords: [''],
    meta_description: '',
    image_url: '',
    is_visible: true,
    search_keywords: '',
    url: { path: '/shop-all/kitchen/', is_customized: false },
    ...overrides,
  };
}

export function aWireBrand(overrides: Raw = {}): Raw {
  return {
    id: 5,
    name: 'Northbound',
    page_title: '',
    meta_keywords: [''],
    meta_description: 'Things that last.',
    image_url: 'https://pictures.example/brand.png',
    search_keywords: '',
    custom_url: { url: '/brands/northbound/', is_customized: false },
    ...overrides,
  };
}

/** A listing's envelope around some items (upstream 2.2). */
export function aWirePage(data: readonly unknown[], pagination: Raw = {}): Raw {
  return {
    data,
    meta: {
      pagination: {
        total: data.length,
        count: data.length,
        per_page: 50,
        current_page: 1,
        total_pages: 1,
        links: { current: '?page=1&limit=50' },
        too_many: false,
        ...pagination,
      },
    },
  };
}
