import type { DatabaseRow } from '../../../server/src/catalog/tables/product-rows';
import { aVariant, anImage } from './catalog-items';

/** A mug as SQLite returns it with all details. @param columns replace its own */
export function aProductRow(columns: DatabaseRow = {}): DatabaseRow {
  return {
    upstream_id: 1,
    title: 'Mug',
    slug: 'mug',
    content: '<p>Tall</p>',
    price: 12.5,
    sale_price: null,
    calculated_price: 12.5,
    in_stock: 1,
    inventory_tracking: 'none',
    inventory_level: 0,
    availability: 'available',
    images: JSON.stringify([anImage(1, 'Front')]),
    seo: null,
    upstream_created_at: 0,
    upstream_modified_at: 0,
    brand_upstream_id: null,
    sku: 'MUG',
    weight: 1,
    tags: '["blue"]',
    variants: JSON.stringify([aVariant({ id: 1 })]),
    custom_fields: '[]',
    category_ids: '[4]',
    ...columns,
  };
}
