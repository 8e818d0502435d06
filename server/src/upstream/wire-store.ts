import { z } from 'zod';
import { idOrNull, requiredText, text } from './wire-values';

/**
 * What we use of `GET /v2/store` (upstream 2.6), which responds without an envelope. The weight unit is a word of
 * upstream's choosing.
 */
export const wireStore = z.object({
  name: text,
  domain: text,
  currency: requiredText,
  weight_units: text,
  default_channel_id: idOrNull,
});

export type WireStore = z.infer<typeof wireStore>;
