import type { CachedProduct } from '../../../contracts/admin/products';
import type { ProductStock } from '../lib/stock-text';

export type Image = CachedProduct['images'][number];
export type Variant = CachedProduct['variants'][number];
export type CustomField = CachedProduct['customFields'][number];

/*
 * What a record holds as JSON, as far as it can be shown: a record of an earlier version, or one that was imported, may
 * lack parts.
 */

/** The elements of a stored list that have what is shown of them. */
export const imagesIn = (value: unknown): Image[] => listed(value).filter(isImage);
export const variantsIn = (value: unknown): Variant[] => listed(value).filter(isVariant);
export const customFieldsIn = (value: unknown): CustomField[] => listed(value).filter(isCustomField);
export const textsIn = (value: unknown): string[] => listed(value).filter((one) => typeof one === 'string');

/** How a product's stock is tracked, for what its variants say. */
export function stockIn(fields: Record<keyof ProductStock, unknown>): ProductStock {
  const { availability, inventoryTracking, inventoryLevel } = fields;
  return {
    availability: availability === 'disabled' || availability === 'preorder' ? availability : 'available',
    inventoryTracking: inventoryTracking === 'product' || inventoryTracking === 'variant' ? inventoryTracking : 'none',
    inventoryLevel: Number(inventoryLevel ?? 0),
  };
}

/** A text of a stored object; empty where it has none. A list of texts is one, with commas. */
export function textOf(value: unknown, name: string): string {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' ? text : textsIn(text).join(', ');
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isImage(value: unknown): value is Image {
  return isObject(value) && isObject(value['urls']) && typeof value['urls']['thumbnail'] === 'string';
}

function isVariant(value: unknown): value is Variant {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['price'] === 'number';
}

function isCustomField(value: unknown): value is CustomField {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['value'] === 'string';
}
