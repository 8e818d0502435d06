import { toBoolean, toNumber } from '../../database/database';
import type { CatalogBrand, CatalogCategory, CatalogProduct } from '../model/catalog-types';
import { type DatabaseRow, textOf } from './product-rows';
import { storedProductOf } from './stored-product';

/*
 * Records read back as the items they were made from, with their keys in the order of upstream's mapping, so that a
 * fingerprint of the stored values can be compared with the one that was stored with them.
 */

/** @throws ZodError if a column holds a value that no product can have */
export function catalogProductOf(row: DatabaseRow): CatalogProduct {
  const stored = storedProductOf(row);
  return {
    id: stored.id,
    title: stored.title,
    slugClaim: stored.slugClaim,
    content: stored.content,
    publicationStatus: stored.publicationStatus,
    sku: stored.sku,
    price: stored.price,
    salePrice: stored.salePrice,
    calculatedPrice: stored.calculatedPrice,
    inventoryTracking: stored.inventoryTracking,
    availability: stored.availability,
    inventoryLevel: stored.inventoryLevel,
    inStock: stored.inStock,
    weight: stored.weight,
    tags: stored.tags,
    images: stored.images,
    variants: stored.variants,
    customFields: stored.customFields,
    categoryIds: stored.categoryIds,
    brandId: stored.brandId,
    relatedIds: stored.relatedIds,
    seo: stored.seo,
    createdAt: stored.createdAt,
    modifiedAt: stored.modifiedAt,
    ...(stored.isVisibleElsewhere && { isVisibleElsewhere: true }),
  };
}

export function catalogCategoryOf(row: DatabaseRow): CatalogCategory {
  return {
    id: toNumber(row.upstream_id),
    title: textOf(row.title),
    slugClaim: textOf(row.slug_claim),
    content: textOf(row.content),
    parentId: row.parent_id === null || row.parent_id === undefined ? null : toNumber(row.parent_id),
    isVisible: toBoolean(row.is_visible),
    sortOrder: toNumber(row.sort_order),
    imageUrl: textOf(row.image_url),
    path: textOf(row.path),
  };
}

export function catalogBrandOf(row: DatabaseRow): CatalogBrand {
  return {
    id: toNumber(row.upstream_id),
    title: textOf(row.title),
    slugClaim: textOf(row.slug_claim),
    content: textOf(row.content),
    imageUrl: textOf(row.image_url),
  };
}
