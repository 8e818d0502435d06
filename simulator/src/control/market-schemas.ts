import { z } from 'zod';
import { METAFIELD_RESOURCES, PERMISSION_SETS } from '../markets/model';

/** Bodies of the control API for markets. Unknown keys are rejected, as in the other schemas. */

const id = z.number().int().min(1);
const money = z.number().min(0).nullable();
const code = z.string().regex(/^[A-Za-z]{3}$/);

export const currenciesSchema = z.strictObject({ enabled_currencies: z.array(code), default_currency: code });

export const channelChangesSchema = z
  .strictObject({
    name: z.string().min(1),
    type: z.enum(['storefront', 'pos', 'marketplace', 'marketing']),
    platform: z.string(),
    status: z.enum(['active', 'prelaunch', 'inactive', 'archived', 'deleted', 'terminated']),
  })
  .partial();
export const newChannelSchema = channelChangesSchema.extend({
  name: z.string().min(1),
  id: id.optional(),
  tree: z.string().optional(),
  currencies: currenciesSchema.optional(),
});

export const localesSchema = z.array(
  z.strictObject({
    code: z.string().min(1),
    status: z.enum(['ACTIVE', 'INACTIVE']).default('ACTIVE'),
    isDefault: z.boolean().default(false),
    path: z.string().default(''),
  }),
);

export const groupSettingsSchema = z
  .strictObject({ default_customer_group_id: id.nullable(), guest_customer_group_id: id.nullable() })
  .partial();

export const siteSchema = z.strictObject({ url: z.url() });

export const currencyChangesSchema = z
  .strictObject({
    name: z.string(),
    rate: z.number().positive(),
    token: z.string(),
    token_location: z.enum(['left', 'right']),
    decimal_places: z.number().int().min(0).max(8),
    enabled: z.boolean(),
    is_transactional: z.boolean(),
  })
  .partial();
export const newCurrencySchema = currencyChangesSchema.extend({ currency_code: code, rate: z.number().positive() });

const discountSchema = { method: z.enum(['percent', 'fixed', 'price']), amount: z.number().min(0) };
export const groupChangesSchema = z
  .strictObject({
    name: z.string().min(1),
    is_default: z.boolean(),
    is_group_for_guests: z.boolean(),
    category_access: z.strictObject({
      type: z.enum(['all', 'specific', 'none']),
      categories: z.array(id).default([]),
    }),
    discount_rules: z.array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('price_list'), price_list_id: id }),
        z.strictObject({ type: z.literal('all'), ...discountSchema }),
        z.strictObject({ type: z.literal('category'), category_id: id, ...discountSchema }),
        z.strictObject({ type: z.literal('product'), product_id: id, ...discountSchema }),
      ]),
    ),
  })
  .partial();
export const newGroupSchema = groupChangesSchema.extend({ name: z.string().min(1) });

export const priceListChangesSchema = z
  .strictObject({ name: z.string().min(1), active: z.boolean(), prices_entered_with_tax: z.boolean().nullable() })
  .partial();
export const newPriceListSchema = priceListChangesSchema.extend({ name: z.string().min(1) });

const recordSchema = z.strictObject({
  variant_id: id,
  currency: code,
  price: money.optional(),
  sale_price: money.optional(),
  retail_price: money.optional(),
  map_price: money.optional(),
  bulk_pricing_tiers: z
    .array(
      z.strictObject({
        quantity_min: z.number().int().min(1),
        quantity_max: z.number().int().nullable(),
        type: z.enum(['fixed', 'price', 'percent']),
        amount: z.number().min(0),
      }),
    )
    .optional(),
});
/** A list is written like upstream's batch call, which raises different events. */
export const recordsSchema = z.union([z.array(recordSchema), recordSchema]);

export const listAssignmentSchema = z.strictObject({
  price_list_id: id,
  customer_group_id: id.nullable().default(null),
  channel_id: id.nullable().default(null),
});

const text = z.string().nullable().optional();
export const translationSchema = z.strictObject({
  kind: z.enum(['product', 'category', 'brand']).default('product'),
  id,
  channel_id: id,
  locale: z.string().min(1),
  texts: z.strictObject({
    name: text,
    description: text,
    warranty: text,
    pageTitle: text,
    metaDescription: text,
    metaKeywords: text,
    searchKeywords: text,
    availabilityDescription: text,
    preorderMessage: text,
    path: text,
    labels: z.record(z.string(), z.string()).nullable().optional(),
    customFields: z.record(z.string(), z.string()).nullable().optional(),
  }),
});

const metafieldFields = {
  namespace: z.string().min(1).max(64),
  key: z.string().min(1).max(64),
  value: z.string().min(1).max(65_535),
};
export const metafieldChangesSchema = z
  .strictObject({
    ...metafieldFields,
    description: z.string().max(255),
    permission_set: z.enum(PERMISSION_SETS),
  })
  .partial();
export const newMetafieldSchema = metafieldChangesSchema.extend({
  ...metafieldFields,
  resource_type: z.enum(METAFIELD_RESOURCES).default('product'),
  resource_id: id,
  owner_client_id: z.string().optional(),
});

const adjusterSchema = z.strictObject({
  adjuster: z.enum(['relative', 'percentage']).nullable(),
  adjuster_value: z.number(),
});
const valueFields = {
  is_default: z.boolean().optional(),
  sort_order: z.number().int().optional(),
  value_data: z.record(z.string(), z.unknown()).nullable().optional(),
  adjusters: z
    .strictObject({
      price: adjusterSchema,
      weight: adjusterSchema,
      image_url: z.string(),
      purchasing_disabled: z.strictObject({ status: z.boolean(), message: z.string() }),
    })
    .partial()
    .optional(),
};
export const modifierValueSchema = z.strictObject({ label: z.string().min(1), ...valueFields });
export const modifierValueChangesSchema = z.strictObject({ label: z.string().min(1).optional(), ...valueFields });

const modifierType = z.enum([
  'date',
  'checkbox',
  'file',
  'text',
  'multi_line_text',
  'numbers_only_text',
  'radio_buttons',
  'rectangles',
  'dropdown',
  'product_list',
  'product_list_with_images',
  'swatch',
]);
export const modifierChangesSchema = z
  .strictObject({
    display_name: z.string().min(1),
    type: modifierType,
    required: z.boolean(),
    sort_order: z.number().int(),
    config: z.record(z.string(), z.unknown()),
  })
  .partial();
export const newModifierSchema = modifierChangesSchema.extend({
  display_name: z.string().min(1),
  type: modifierType,
  option_values: z.array(modifierValueSchema).optional(),
});

export const marketSettingsSchema = z
  .strictObject({
    /** Whether the store's plan has price lists. */
    price_lists: z.boolean(),
    /** Percent on top of a net price. */
    tax_rate: z.number().min(0),
    maximum_pricing_items: z.number().int().min(1),
    /** Complexity in flight from one address; 0: no limit. */
    in_flight_quota: z.number().int().min(0),
    /** How long the storefront caches responses and price-list prices, in milliseconds. */
    freshness: z.strictObject({ replies: z.number().min(0), prices: z.number().min(0) }).partial(),
  })
  .partial();
