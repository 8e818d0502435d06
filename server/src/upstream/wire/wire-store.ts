import { z } from 'zod';
import { idOrNull, integerOrNull, requiredText, text } from './wire-values';

/**
 * The fields that we use of `GET /v2/store` (upstream 2.6), which responds without an envelope. The weight unit is in
 * upstream's spelling.
 */
export const wireStore = z.object({
  name: text,
  domain: text,
  currency: requiredText,
  weight_units: text,
  default_channel_id: idOrNull,
  // Only for display: a catalog can be synced even if they are missing or malformed.
  currency_symbol: text.catch(''),
  decimal_places: integerOrNull.catch(null),
  currency_symbol_location: text.catch(''),
  language: text.catch(''),
});

export type WireStore = z.infer<typeof wireStore>;
