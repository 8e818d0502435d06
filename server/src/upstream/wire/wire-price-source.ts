import { z } from 'zod';
import { flag, id, idOrNull, text } from './wire-values';

/** A price list of `GET /v3/pricelists` (upstream 20.3). */
export const wirePriceList = z.object({ id, name: text, active: flag });

/** What a list is assigned to; an unrestricted group or channel is null, 0, or absent. */
export const wireListAssignment = z.object({
  price_list_id: id,
  customer_group_id: idOrNull,
  channel_id: idOrNull,
});

/** The currency of a record, which is in lower case in replies (upstream 20.3). */
export const wirePriceRecord = z.object({ currency: text });

/** The discounts of a customer group (upstream 20.4). */
export const wireDiscountRules = z
  .array(z.object({ type: text, price_list_id: idOrNull }))
  .nullish()
  .transform((rules) => rules ?? []);

/** The response of `GET /v2/customer_groups/{id}`, with the group's discounts (upstream 20.4). */
export const wireGroupDiscounts = z.object({
  id,
  name: text,
  discount_rules: wireDiscountRules,
});
