import type { CachedProduct } from '../../../contracts/admin/products';
import { isObject } from '../lib/is-object';
import type { ProductStock } from '../lib/stock-text';

export type Image = CachedProduct['images'][number];
export type Variant = CachedProduct['variants'][number];
export type CustomField = CachedProduct['customFields'][number];

/*
 * A record's JSON fields, as far as they can be shown: a record that an earlier version wrote, or that was imported,
 * may lack parts.
 */

/** The elements of a stored list that have all parts that are shown. */
export const imagesIn = (value: unknown): Image[] => listed(value).filter(isImage);
export const variantsIn = (value: unknown): Variant[] => listed(value).filter(isVariant);
export const customFieldsIn = (value: unknown): CustomField[] => listed(value).filter(isCustomField);
export const textsIn = (value: unknown): string[] => listed(value).filter((one) => typeof one === 'string');

/** How a product's stock is tracked, which the stock of its variants depends on. */
export function stockIn(fields: Record<keyof ProductStock, unknown>): ProductStock {
  const { availability, inventoryTracking, inventoryLevel } = fields;
  return {
    availability: availability === 'disabled' || availability === 'preorder' ? availability : 'available',
    inventoryTracking: inventoryTracking === 'product' || inventoryTracking === 'variant' ? inventoryTracking : 'none',
    inventoryLevel: Number(inventoryLevel ?? 0),
  };
}

/** A text property of a stored object; empty if it has none. A list of texts is joined with commas. */
export function textOf(value: unknown, name: string): string {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' ? text : textsIn(text).join(', ');
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
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
