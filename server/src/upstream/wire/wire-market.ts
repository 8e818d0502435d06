import { z } from 'zod';
import { wireDiscountRules } from './wire-price-source';
import { flag, flagOrFalse, id, idOrNull, integerOrNull, numberOrNull, requiredText, text } from './wire-values';

const currencyCode = requiredText.transform((code) => code.trim().toUpperCase());

/** A channel of `GET /v3/channels` (upstream 20.1). */
export const wireChannel = z.object({ id, name: text, type: text, platform: text, status: text });

/** The currencies of one channel, of `GET /v3/channels/currency-assignments` (upstream 20.2). */
export const wireChannelCurrencies = z.object({
  channel_id: id,
  enabled_currencies: z.array(currencyCode),
  default_currency: currencyCode,
});

/** A pair of `GET /v3/catalog/products/channel-assignments` (upstream 20.1). */
export const wireAssignment = z.object({ product_id: id, channel_id: id });

/** A currency of `GET /v2/currencies` (upstream 20.2); the rate is relative to the default currency. */
export const wireCurrency = z.object({
  currency_code: currencyCode,
  name: text,
  is_default: flagOrFalse,
  enabled: flag,
  is_transactional: flagOrFalse,
  decimal_places: integerOrNull,
  currency_exchange_rate: numberOrNull,
  token: text.nullish().catch(null),
  token_location: z.enum(['left', 'right']).nullish().catch(null),
});

/** A group of `GET /v2/customer_groups` (upstream 20.4). */
export const wireCustomerGroup = z.object({
  id,
  name: text,
  is_default: flagOrFalse,
  is_group_for_guests: flagOrFalse,
  discount_rules: wireDiscountRules.catch([]),
});

/** Groups of `GET /v3/customers/settings`, of the store or of a channel (upstream 20.4). */
export const wireCustomerSettings = z.object({
  data: z.object({
    customer_group_settings: z.object({ guest_customer_group_id: idOrNull, default_customer_group_id: idOrNull }),
  }),
});

/** `GET /v3/settings/store/locale` (upstream 20.5). */
export const wireStoreLocale = z.object({ data: z.object({ default_shopper_language: requiredText }) });

/** A v2 list: no envelope, no paging data, and perhaps no body when it is empty (upstream 20.2). */
export const wireBareList = z.array(z.unknown()).optional();

/** The whole of `GET /v3/channels/currency-assignments`, which is not paged. */
export const wireUnpagedList = z.object({ data: z.array(z.unknown()) });

const amount = z
  .object({ as_entered: numberOrNull })
  .nullish()
  .transform((given) => given?.as_entered ?? null);

/** The request that a reply of `POST /v3/pricing/products` repeats (upstream 20.6). */
export const wirePriceReference = z.object({
  reference_request: z.object({ product_id: id, variant_id: idOrNull }),
});

/** The prices of such a reply; an absent one is null. */
export const wirePrice = z.object({
  price: amount,
  calculated_price: amount,
  sale_price: amount,
  retail_price: amount,
  price_range: z.object({ minimum: amount, maximum: amount }).nullish(),
});

export type WirePrice = z.infer<typeof wirePrice>;

/** The envelope of the pricing endpoint. */
export const wirePrices = z.object({ data: z.array(z.unknown()) });
