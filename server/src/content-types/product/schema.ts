import { hidden, idColumn, money, statusLength, synced, syncedJson, uniqueIdColumn, wide } from '../synced-attributes';

/** A cached product (behavior 2.12). */
export const productSchema = {
  kind: 'collectionType',
  collectionName: 'commerce_bridge_products',
  info: {
    singularName: 'product',
    pluralName: 'products',
    displayName: 'Commerce product',
    description: 'A BigCommerce product. Commerce Bridge keeps it up to date.',
  },
  options: { draftAndPublish: false },
  attributes: {
    title: synced('string', wide),
    upstreamId: synced('integer', uniqueIdColumn),
    slug: synced('string', wide),
    publicationStatus: synced('enumeration', {
      enum: ['publish', 'draft', 'withdrawn'],
      column: { args: [statusLength] },
    }),
    // For the status `draft`: the store shows the product in channels other than the default market's.
    isVisibleElsewhere: synced('boolean', hidden),
    sku: synced('string', wide),
    price: synced('decimal', money),
    salePrice: synced('decimal', money),
    calculatedPrice: synced('decimal', money),
    inStock: synced('boolean'),
    inventoryLevel: synced('integer'),
    inventoryTracking: synced('enumeration', { enum: ['none', 'product', 'variant'] }),
    availability: synced('enumeration', { enum: ['available', 'disabled', 'preorder'] }),
    weight: synced('decimal', money),
    preparedItem: synced('text', hidden),
    preparedDetails: synced('text', hidden),
    content: synced('text'),
    variants: syncedJson(),
    images: syncedJson(),
    customFields: syncedJson(),
    tags: syncedJson(),
    seo: syncedJson(),
    // Not for the public: they name records that may be hidden.
    relatedIds: syncedJson(hidden),
    categoryIds: syncedJson(hidden),
    brandId: synced('integer', { ...idColumn, ...hidden }),
    upstreamCreatedAt: synced('datetime'),
    upstreamModifiedAt: synced('datetime'),
    syncedAt: synced('datetime'),
    withdrawnAt: synced('datetime'),
    categories: synced('relation', {
      relation: 'manyToMany',
      target: 'plugin::commerce-bridge.category',
      inversedBy: 'products',
    }),
    brand: synced('relation', {
      relation: 'manyToOne',
      target: 'plugin::commerce-bridge.brand',
      inversedBy: 'products',
    }),
    slugClaim: synced('string', { ...wide, ...hidden }),
    // The title without case and accents, so searching it reveals nothing more.
    titleKey: synced('string', { ...wide, private: true }),
    fingerprint: synced('string', hidden),
  },
  // For every filter and order of the REST API (behavior 2.4, 3.6) and of the admin's list; the id makes the order
  // total.
  indexes: [
    { name: 'cb_products_slug', columns: ['slug'] },
    { name: 'cb_products_slug_claim', columns: ['slug_claim'] },
    { name: 'cb_products_sku', columns: ['sku'] },
    { name: 'cb_products_brand', columns: ['brand_id', 'publication_status'] },
    // With the status as well, the key would exceed MySQL's limit.
    { name: 'cb_products_brand_by_title', columns: ['brand_id', 'title_key', 'upstream_id'] },
    { name: 'cb_products_by_date', columns: ['publication_status', 'upstream_created_at', 'upstream_id'] },
    { name: 'cb_products_by_title', columns: ['publication_status', 'title_key', 'upstream_id'] },
    { name: 'cb_products_by_price', columns: ['publication_status', 'calculated_price', 'upstream_id'] },
    { name: 'cb_products_by_change', columns: ['publication_status', 'synced_at', 'upstream_id'] },
    { name: 'cb_products_in_stock', columns: ['publication_status', 'in_stock', 'upstream_created_at', 'upstream_id'] },
    {
      name: 'cb_products_facts',
      columns: ['publication_status', 'upstream_id', 'brand_id', 'in_stock', 'sale_price'],
    },
    { name: 'cb_products_on_sale', columns: ['publication_status', 'sale_price', 'upstream_id'] },
  ],
} as const;
