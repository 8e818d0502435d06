import { toBoolean, toNumber } from '../../database/database';
import type { CatalogProduct } from '../model/catalog-types';
import {
  availabilityOf,
  type DatabaseRow,
  idsOf,
  isoSecondsOf,
  isVisibleElsewhere,
  publicationStatusOf,
  seoOf,
  storedListsOf,
  tagsOf,
  textOf,
  trackingOf,
} from './product-rows';

/** A cached product in the same form as mapped upstream products, so that they can be compared field by field. */
export interface StoredProduct extends CatalogProduct {
  slug: string;
  /** The folded title as stored in the row, which lists are ordered by; empty if it was never written. */
  titleKey: string;
}

/** The columns that `storedProductOf` needs. */
export const storedProductColumns = [
  'upstream_id',
  'title',
  'title_key',
  'slug',
  'slug_claim',
  'content',
  'publication_status',
  'sku',
  'price',
  'sale_price',
  'calculated_price',
  'inventory_tracking',
  'availability',
  'inventory_level',
  'in_stock',
  'weight',
  'tags',
  'images',
  'variants',
  'custom_fields',
  'category_ids',
  'brand_id',
  'related_ids',
  'seo',
  'upstream_created_at',
  'upstream_modified_at',
  'is_visible_elsewhere',
];

/** Reads a row back, for any database. */
export function storedProductOf(row: DatabaseRow): StoredProduct {
  return {
    id: toNumber(row.upstream_id),
    title: textOf(row.title),
    slug: textOf(row.slug),
    titleKey: textOf(row.title_key),
    slugClaim: textOf(row.slug_claim),
    content: textOf(row.content),
    publicationStatus: publicationStatusOf(row.publication_status),
    sku: textOf(row.sku),
    price: toNumber(row.price),
    salePrice: numberOrNull(row.sale_price),
    calculatedPrice: toNumber(row.calculated_price),
    inventoryTracking: trackingOf(row.inventory_tracking),
    availability: availabilityOf(row.availability),
    inventoryLevel: toNumber(row.inventory_level),
    inStock: toBoolean(row.in_stock),
    weight: toNumber(row.weight),
    tags: tagsOf(row.tags),
    ...storedListsOf(row),
    categoryIds: idsOf(row.category_ids),
    brandId: numberOrNull(row.brand_id),
    relatedIds: idsOf(row.related_ids),
    seo: seoOf(row.seo),
    createdAt: isoSecondsOf(row.upstream_created_at),
    modifiedAt: isoSecondsOf(row.upstream_modified_at),
    ...(isVisibleElsewhere(row) && { isVisibleElsewhere: true }),
  };
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : toNumber(value);
}
