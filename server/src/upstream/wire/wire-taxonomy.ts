import { z } from 'zod';
import { address, flag, id, idOrNull, ids, integerOrNull, optionalText, requiredText, text } from './wire-values';

/** A category of `GET /v3/catalog/trees/categories`; its id is called `category_id` there (upstream 3.1). */
export const wireCategory = z.object({
  category_id: id,
  parent_id: idOrNull,
  name: requiredText,
  description: text,
  sort_order: integerOrNull,
  image_url: text,
  is_visible: flag,
  url: address,
});

/** A brand of `GET /v3/catalog/brands` (upstream 3.2). */
export const wireBrand = z.object({
  id,
  name: requiredText,
  meta_description: optionalText,
  image_url: text,
  custom_url: address,
});

/** Category trees with the channels that show them, `GET /v3/catalog/trees` (upstream 3.1). */
export const wireTrees = z.object({
  data: z.array(z.object({ id, channels: ids.optional() })),
});

export type WireCategory = z.infer<typeof wireCategory>;
export type WireBrand = z.infer<typeof wireBrand>;
