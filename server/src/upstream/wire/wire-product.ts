import { z } from 'zod';
import {
  address,
  count,
  flag,
  flagOrFalse,
  id,
  idOrNull,
  ids,
  integerOrNull,
  number,
  numberOrNull,
  optionalText,
  requiredText,
  text,
  texts,
  timestamp,
  word,
} from './wire-values';

/** A variant's value for one option (upstream 2.4). */
const wireOptionValue = z.object({
  id,
  label: text,
  option_id: id,
  option_display_name: text,
});

/** A variant as upstream sends it (upstream 2.4). */
export const wireVariant = z.object({
  id,
  sku: text,
  price: numberOrNull,
  calculated_price: numberOrNull,
  inventory_level: integerOrNull,
  purchasing_disabled: flagOrFalse,
  option_values: z.array(wireOptionValue).nullish(),
});

/** An image as upstream sends it: in no particular order (upstream 2.3). */
export const wireImage = z.object({
  id,
  is_thumbnail: flagOrFalse,
  sort_order: integerOrNull,
  description: optionalText,
  url_zoom: text,
  url_standard: text,
  url_thumbnail: text,
  url_tiny: text,
});

/** A custom field as upstream sends it. */
export const wireCustomField = z.object({ id: idOrNull, name: text, value: text });

/**
 * A product as upstream sends it (upstream 2.3). A list that was requested with `include` may be missing: it is then
 * fetched separately, never treated as empty.
 */
export const wireProduct = z.object({
  id,
  name: requiredText,
  sku: text,
  description: text,
  weight: numberOrNull,
  price: number,
  sale_price: numberOrNull,
  calculated_price: numberOrNull,
  categories: ids,
  brand_id: idOrNull,
  inventory_level: integerOrNull,
  inventory_tracking: word(['none', 'product', 'variant']),
  availability: word(['available', 'disabled', 'preorder']),
  is_visible: flag,
  related_products: ids,
  search_keywords: optionalText,
  page_title: optionalText,
  meta_description: optionalText,
  meta_keywords: texts,
  custom_url: address,
  date_created: timestamp,
  date_modified: timestamp,
  channels: z.array(count).nullish(),
  variants: z.array(wireVariant).nullish(),
  images: z.array(wireImage).nullish(),
  custom_fields: z.array(wireCustomField).nullish(),
});

export type WireVariant = z.infer<typeof wireVariant>;
export type WireImage = z.infer<typeof wireImage>;
export type WireCustomField = z.infer<typeof wireCustomField>;
export type WireProduct = z.infer<typeof wireProduct>;

/** A complete product, however many requests that took. */
export type CompleteWireProduct = Omit<WireProduct, 'channels' | 'variants' | 'images' | 'custom_fields'> & {
  channels: number[];
  variants: WireVariant[];
  images: WireImage[];
  custom_fields: WireCustomField[];
};
