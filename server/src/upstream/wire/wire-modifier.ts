import { z } from 'zod';
import {
  flagOrFalse,
  id,
  idOrNull,
  integerOrNull,
  numberOrNull,
  optionalText,
  requiredText,
  text,
} from './wire-values';

/** An adjuster; one that is not set is `{}` or null. */
const adjuster = z
  .object({ adjuster: z.enum(['relative', 'percentage']).nullish(), adjuster_value: numberOrNull })
  .nullish();

/** A value of a modifier as upstream sends it (upstream 20.7). */
export const wireModifierValue = z.object({
  id,
  label: text,
  sort_order: integerOrNull,
  is_default: flagOrFalse,
  value_data: z
    .object({
      colors: z.array(text).nullish(),
      image_url: optionalText,
      product_id: idOrNull,
      checked_value: z.boolean().nullish(),
    })
    .nullish(),
  adjusters: z
    .object({
      price: adjuster,
      weight: adjuster,
      image_url: optionalText,
      purchasing_disabled: z.object({ status: flagOrFalse, message: text }).nullish(),
    })
    .nullish(),
});

/** Limits and defaults; which of them exist depends on the type. */
const config = z.object({
  default_value: z.union([z.string(), z.number()]).nullish(),
  checked_by_default: flagOrFalse,
  checkbox_label: optionalText,
  date_limited: z.boolean().nullish(),
  date_limit_mode: z.string().nullish(),
  date_earliest_value: optionalText,
  date_latest_value: optionalText,
  file_types_mode: z.string().nullish(),
  file_types_supported: z.array(z.string()).nullish(),
  file_types_other: z.array(z.string()).nullish(),
  file_max_size: numberOrNull,
  text_characters_limited: z.boolean().nullish(),
  text_min_length: integerOrNull,
  text_max_length: integerOrNull,
  text_lines_limited: z.boolean().nullish(),
  text_max_lines: integerOrNull,
  number_limited: z.boolean().nullish(),
  number_limit_mode: z.string().nullish(),
  number_lowest_value: numberOrNull,
  number_highest_value: numberOrNull,
  number_integers_only: flagOrFalse,
});

/** A modifier as upstream sends it (upstream 20.7). `config` is an empty list where there is none. */
export const wireModifier = z.object({
  id,
  display_name: requiredText,
  type: requiredText,
  required: flagOrFalse,
  sort_order: integerOrNull,
  config: z.union([config, z.array(z.unknown()).transform(() => config.parse({}))]).nullish(),
  option_values: z.array(wireModifierValue).nullish(),
});

export type WireModifierValue = z.infer<typeof wireModifierValue>;
export type WireModifier = z.infer<typeof wireModifier>;
export type WireModifierConfig = z.infer<typeof config>;
