import { z } from 'zod';
import { fromJson, toBoolean, toNumber } from '../../database/database';
import type { CatalogProduct } from '../model/catalog-types';
import type { ProductDepth, ProductDetails, ProductRecord, RecordReference } from '../model/product-reader';
import type { StoredLists } from '../model/swept-product';

/** A row as the driver returns it. */
export type DatabaseRow = Record<string, unknown>;

const summaryColumns = [
  'product.id as row_id',
  'product.upstream_id',
  'product.title',
  'product.slug',
  'product.content',
  'product.price',
  'product.sale_price',
  'product.calculated_price',
  'product.in_stock',
  'product.inventory_tracking',
  'product.inventory_level',
  'product.availability',
  'product.images',
  'product.seo',
  'product.upstream_created_at',
  'product.upstream_modified_at',
  'brand.upstream_id as brand_upstream_id',
  'brand.title as brand_title',
  'brand.slug as brand_slug',
];

const detailColumns = [
  'product.sku',
  'product.weight',
  'product.tags',
  'product.variants',
  'product.custom_fields',
  'product.category_ids',
];

const ids = z.array(z.int());
const tags = z.array(z.string());

/** Columns of a query that aliases products as `product` and brands as `brand`. */
export function productColumns(depth: ProductDepth): string[] {
  return depth === 'details' ? [...summaryColumns, ...detailColumns] : summaryColumns;
}

/** Turns a row of `productColumns` into a record, for any database. */
export function productRecordOf(row: DatabaseRow, categorySlugs: string[]): ProductRecord {
  return {
    id: toNumber(row.upstream_id),
    title: textOf(row.title),
    slug: textOf(row.slug),
    content: textOf(row.content),
    price: toNumber(row.price),
    salePrice: row.sale_price === null ? null : toNumber(row.sale_price),
    calculatedPrice: toNumber(row.calculated_price),
    inStock: toBoolean(row.in_stock),
    inventoryTracking: tracking.parse(row.inventory_tracking),
    inventoryLevel: toNumber(row.inventory_level),
    availability: availability.parse(row.availability),
    images: imagesOf(row.images),
    categorySlugs,
    brand: brandOf(row),
    seo: seoOf(row.seo),
    createdAt: isoSecondsOf(row.upstream_created_at),
    modifiedAt: isoSecondsOf(row.upstream_modified_at),
    details: 'variants' in row ? detailsOf(row) : null,
  };
}

/** A text column; empty if it was never written. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a record is kept although upstream no longer returns it. */
export function isWithdrawn(row: DatabaseRow): boolean {
  return row.withdrawn_at !== undefined && row.withdrawn_at !== null;
}

/** Whether the store shows the product, and not on the default market's channel; an earlier version did not say. */
export function isVisibleElsewhere(row: DatabaseRow): boolean {
  const value = row.is_visible_elsewhere;
  return value !== undefined && value !== null && toBoolean(value);
}

/** A column with a list of ids. */
export function idsOf(value: unknown): number[] {
  return ids.parse(fromJson(value) ?? []);
}

/** The lists of a row, with their keys in the order of the mapping: some databases reorder JSON. */
export function storedListsOf(row: DatabaseRow): StoredLists {
  return {
    variants: variants.parse(fromJson(row.variants)),
    images: images.parse(fromJson(row.images)),
    customFields: customFields.parse(fromJson(row.custom_fields)),
  };
}

function detailsOf(row: DatabaseRow): ProductDetails {
  return {
    sku: textOf(row.sku),
    weight: toNumber(row.weight),
    tags: tagsOf(row.tags),
    variants: variants.parse(fromJson(row.variants)),
    customFields: customFields.parse(fromJson(row.custom_fields)),
    categoryIds: idsOf(row.category_ids),
  };
}

// Null for a product without a brand, and for one whose brand is not cached (yet).
function brandOf(row: DatabaseRow): RecordReference | null {
  if (row.brand_upstream_id === null || row.brand_upstream_id === undefined) return null;
  return { id: toNumber(row.brand_upstream_id), title: textOf(row.brand_title), slug: textOf(row.brand_slug) };
}

/** A moment in the form of the catalog: ISO 8601 in UTC, whole seconds. */
export function isoSecondsOf(value: unknown): string {
  return dateOf(value)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z');
}

/** A moment: SQLite stores milliseconds, the other drivers return a date. */
export function dateOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(typeof value === 'string' ? value : toNumber(value));
}

export const publicationStatusOf = (value: unknown): CatalogProduct['publicationStatus'] =>
  publicationStatus.parse(value);
export const trackingOf = (value: unknown): CatalogProduct['inventoryTracking'] => tracking.parse(value);
export const availabilityOf = (value: unknown): CatalogProduct['availability'] => availability.parse(value);
export const tagsOf = (value: unknown): string[] => tags.parse(fromJson(value) ?? []);
export const seoOf = (value: unknown): CatalogProduct['seo'] => seo.parse(fromJson(value));
export const imagesOf = (value: unknown): CatalogProduct['images'] => images.parse(fromJson(value));

/** A JSON column with a list; Strapi leaves it null if nothing was written. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
}

const publicationStatus = z.enum(['publish', 'draft', 'withdrawn']);
const tracking = z.enum(['none', 'product', 'variant']);
const availability = z.enum(['available', 'disabled', 'preorder']);

const images = listOf(
  z.object({
    id: z.number(),
    alt: z.string(),
    urls: z.object({ zoom: z.string(), standard: z.string(), thumbnail: z.string(), tiny: z.string() }),
  }),
);

const variants = listOf(
  z.object({
    id: z.number(),
    name: z.string(),
    sku: z.string(),
    price: z.number(),
    inventoryLevel: z.number().nullable(),
    inStock: z.boolean(),
    options: z.array(z.object({ optionId: z.number(), name: z.string(), valueId: z.number(), label: z.string() })),
    isPurchaseDisabled: z.literal(true).optional(),
  }),
);

const customFields = listOf(z.object({ name: z.string(), value: z.string() }));

const seo = z
  .object({ pageTitle: z.string(), metaDescription: z.string(), metaKeywords: z.array(z.string()) })
  .nullish()
  .transform((value) => value ?? { pageTitle: '', metaDescription: '', metaKeywords: [] });
