import { z } from 'zod';

/** Bodies of the control API. Unknown keys are rejected: a misspelled field would silently change nothing. */

const money = z.number().min(0);
const id = z.number().int().min(1);

const productFields = {
  name: z.string().min(1),
  type: z.enum(['physical', 'digital']),
  sku: z.string(),
  description: z.string(),
  weight: z.number(),
  width: z.number(),
  depth: z.number(),
  height: z.number(),
  price: money,
  cost_price: money,
  retail_price: money,
  sale_price: money,
  map_price: money,
  tax_class_id: z.number().int(),
  product_tax_code: z.string(),
  categories: z.array(id),
  brand_id: z.number().int().min(0),
  inventory_level: z.number().int(),
  inventory_warning_level: z.number().int(),
  inventory_tracking: z.enum(['none', 'product', 'variant']),
  total_sold: z.number().int(),
  is_free_shipping: z.boolean(),
  is_visible: z.boolean(),
  is_featured: z.boolean(),
  related_products: z.array(z.number().int()),
  warranty: z.string(),
  upc: z.string(),
  mpn: z.string(),
  gtin: z.string(),
  search_keywords: z.string(),
  availability: z.enum(['available', 'disabled', 'preorder']),
  availability_description: z.string(),
  sort_order: z.number().int(),
  condition: z.enum(['New', 'Used', 'Refurbished']),
  page_title: z.string(),
  meta_keywords: z.array(z.string()),
  meta_description: z.string(),
  custom_url: z.object({ url: z.string(), is_customized: z.boolean().default(true) }),
};

export const variantChangesSchema = z
  .strictObject({
    sku: z.string().min(1),
    price: money.nullable(),
    sale_price: money.nullable(),
    retail_price: money.nullable(),
    cost_price: money.nullable(),
    weight: z.number().nullable(),
    purchasing_disabled: z.boolean(),
    purchasing_disabled_message: z.string(),
    image_url: z.string(),
    upc: z.string(),
    mpn: z.string(),
    gtin: z.string(),
    inventory_level: z.number().int(),
    inventory_warning_level: z.number().int(),
  })
  .partial();

export const newVariantSchema = variantChangesSchema.extend({ options: z.record(z.string(), z.string()).optional() });

export const imageSchema = z
  .strictObject({
    is_thumbnail: z.boolean(),
    sort_order: z.number().int(),
    description: z.string(),
    image_file: z.string(),
  })
  .partial();

export const customFieldsSchema = z.array(z.strictObject({ name: z.string().min(1), value: z.string() }));

export const productChangesSchema = z.strictObject(productFields).partial();

export const newProductSchema = productChangesSchema.extend({
  name: z.string().min(1),
  id: id.optional(),
  channels: z.array(id).optional(),
  variants: z.array(newVariantSchema).optional(),
  images: z.array(imageSchema).optional(),
  custom_fields: customFieldsSchema.optional(),
});

export const restockSchema = z.strictObject({ level: z.number().int(), variant_id: id.optional() });
export const channelSchema = z.strictObject({ channel_id: id.default(1) });
export const moveSchema = z.strictObject({ categories: z.array(id) });
export const swapSchema = z.strictObject({ with: id });

export const categoryChangesSchema = z
  .strictObject({
    tree_id: id,
    parent_id: z.number().int().min(0),
    name: z.string().min(1),
    description: z.string(),
    sort_order: z.number().int(),
    page_title: z.string(),
    meta_keywords: z.array(z.string()),
    meta_description: z.string(),
    image_url: z.string(),
    is_visible: z.boolean(),
    search_keywords: z.string(),
    url: z.object({ path: z.string(), is_customized: z.boolean().default(true) }),
  })
  .partial();

export const newCategorySchema = categoryChangesSchema.extend({ name: z.string().min(1), id: id.optional() });

export const brandChangesSchema = z
  .strictObject({
    name: z.string().min(1),
    page_title: z.string(),
    meta_keywords: z.array(z.string()),
    meta_description: z.string(),
    image_url: z.string(),
    search_keywords: z.string(),
    custom_url: z.object({ url: z.string(), is_customized: z.boolean().default(true) }),
  })
  .partial();

export const newBrandSchema = brandChangesSchema.extend({ name: z.string().min(1), id: id.optional() });

export const referencesSchema = z.strictObject({ references: z.enum(['remove', 'keep']).default('remove') });

export const settingsSchema = z
  .strictObject({
    latency: z.number().min(0),
    /** 0 disables the quota. */
    quota: z.number().int().min(0),
    /** All scopes of the account from now on. */
    scopes: z.array(z.string()),
  })
  .partial();

export const storeChangesSchema = z
  .strictObject({
    name: z.string(),
    domain: z.string(),
    secure_url: z.string(),
    currency: z.string(),
    currency_symbol: z.string(),
    weight_units: z.string(),
    dimension_units: z.string(),
    status: z.string(),
  })
  .partial();
