import { z } from 'zod';
import { fromJson, toBoolean, toNumber } from '../../database/database';
import { type Guard, isBoolean, isListOf, isNumber, isObjectOf, isText } from '../../lib/guards';
import type {
  CatalogCustomField,
  CatalogImage,
  CatalogProduct,
  CatalogVariant,
  CatalogVariantOption,
} from '../model/catalog-types';
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

/** Columns of a query that aliases products as `product` and brands as `brand`. */
export function productColumns(depth: ProductDepth): string[] {
  return depth === 'details' ? [...summaryColumns, ...detailColumns] : summaryColumns;
}

/** Turns a row of `productColumns` into a record, for any database. */
export function productRecordOf(row: DatabaseRow, categorySlugs: string[]): ProductRecord {
  return new ReadRecord(row, categorySlugs);
}

/** A text column; empty if it was never written. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a record is kept although upstream no longer returns it. */
export function isWithdrawn(row: DatabaseRow): boolean {
  return row.withdrawn_at !== undefined && row.withdrawn_at !== null;
}

/** Whether the store shows the product, but not in the default market's channel; earlier versions don't store this. */
export function isVisibleElsewhere(row: DatabaseRow): boolean {
  const value = row.is_visible_elsewhere;
  return value !== undefined && value !== null && toBoolean(value);
}

/** A column with a list of ids. */
export function idsOf(value: unknown): number[] {
  return ids.parse(fromJson(value) ?? []);
}

/** The lists of a row, for comparison: with keys in the order of the mapping, since some databases reorder JSON. */
export function storedListsOf(row: DatabaseRow): StoredLists {
  return {
    variants: orderedVariants.parse(fromJson(row.variants)),
    images: orderedImages.parse(fromJson(row.images)),
    customFields: customFields.parse(fromJson(row.custom_fields)),
  };
}

/*
 * Classes, since V8 allocates objects of a literal in the old generation once some of them have survived a few garbage
 * collections: there, only a full collection frees them and whatever they refer to.
 */

class ReadRecord implements ProductRecord {
  id: number;
  title: string;
  slug: string;
  content: string;
  price: number;
  salePrice: number | null;
  calculatedPrice: number;
  inStock: boolean;
  inventoryTracking: CatalogProduct['inventoryTracking'];
  inventoryLevel: number;
  availability: CatalogProduct['availability'];
  images: CatalogImage[];
  brand: RecordReference | null;
  seo: CatalogProduct['seo'];
  createdAt: string;
  modifiedAt: string;
  details: ProductDetails | null;

  constructor(
    row: DatabaseRow,
    public categorySlugs: string[],
  ) {
    this.id = toNumber(row.upstream_id);
    this.title = textOf(row.title);
    this.slug = textOf(row.slug);
    this.content = textOf(row.content);
    this.price = toNumber(row.price);
    this.salePrice = row.sale_price === null ? null : toNumber(row.sale_price);
    this.calculatedPrice = toNumber(row.calculated_price);
    this.inStock = toBoolean(row.in_stock);
    this.inventoryTracking = tracking.parse(row.inventory_tracking);
    this.inventoryLevel = toNumber(row.inventory_level);
    this.availability = availability.parse(row.availability);
    this.images = imagesOf(row.images);
    this.brand = brandOf(row);
    this.seo = seoOf(row.seo);
    this.createdAt = isoSecondsOf(row.upstream_created_at);
    this.modifiedAt = isoSecondsOf(row.upstream_modified_at);
    this.details = 'variants' in row ? new ReadDetails(row) : null;
  }
}

class ReadDetails implements ProductDetails {
  sku: string;
  weight: number;
  tags: string[];
  variants: CatalogVariant[];
  customFields: CatalogCustomField[];
  categoryIds: number[];

  constructor(row: DatabaseRow) {
    this.sku = textOf(row.sku);
    this.weight = toNumber(row.weight);
    this.tags = tagsOf(row.tags);
    this.variants = writtenList(row.variants, areVariants);
    this.customFields = writtenList(row.custom_fields, areCustomFields);
    this.categoryIds = idsOf(row.category_ids);
  }
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
export const tagsOf = (value: unknown): string[] => writtenList(value, areTexts);
export const seoOf = (value: unknown): CatalogProduct['seo'] => seo.parse(fromJson(value));
export const imagesOf = (value: unknown): CatalogImage[] => writtenList(value, areImages);

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

/**
 * A JSON column with a list, as it was written: each large response reads hundreds, which a schema would copy into
 * objects of the kind described above.
 * @throws TypeError if the column contains anything else
 */
function writtenList<Item>(value: unknown, isWritten: Guard<Item[]>): Item[] {
  const list: unknown = fromJson(value) ?? [];
  if (!isWritten(list)) throw new TypeError('a list column contains an unexpected value');
  return list;
}

const areTexts = isListOf(isText);

const areImages = isListOf(
  isObjectOf<CatalogImage>({
    id: isNumber,
    alt: isText,
    urls: isObjectOf<CatalogImage['urls']>({ zoom: isText, standard: isText, thumbnail: isText, tiny: isText }),
  }),
);

const areVariants = isListOf(
  isObjectOf<CatalogVariant>({
    id: isNumber,
    name: isText,
    sku: isText,
    price: isNumber,
    inventoryLevel: (value): value is number | null => value === null || isNumber(value),
    inStock: isBoolean,
    options: isListOf(
      isObjectOf<CatalogVariantOption>({ optionId: isNumber, name: isText, valueId: isNumber, label: isText }),
    ),
    isPurchaseDisabled: (value): value is true | undefined => value === true || value === undefined,
  }),
);

const areCustomFields = isListOf(isObjectOf<CatalogCustomField>({ name: isText, value: isText }));

const orderedImages = listOf(
  z.object({
    id: z.number(),
    alt: z.string(),
    urls: z.object({ zoom: z.string(), standard: z.string(), thumbnail: z.string(), tiny: z.string() }),
  }),
);

const orderedVariants = listOf(
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
