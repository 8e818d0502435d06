import { formatTimestamp } from '../clock';
import type {
  Modifier,
  ModifierValue,
  Product,
  ProductFields,
  ProductImage,
  ProductOption,
  Variant,
} from '../catalog/product-model';
import { selectFields, type FieldSelection } from './list-query';

/** Where images are served and how many variants a response embeds. */
export interface Presentation {
  /** Scheme, host, and port of image URLs. */
  readonly baseUrl: string;
  readonly storeHash: string;
  readonly embeddedVariants: number;
}

export const PRODUCT_INCLUDES = [
  'bulk_pricing_rules',
  'channels',
  'custom_fields',
  'images',
  'modifiers',
  'options',
  'parent_relations',
  'primary_image',
  'reviews',
  'variants',
  'videos',
] as const;

const ALWAYS = new Set(['id', 'gift_wrapping_options_type', 'gift_wrapping_options_list']);
const ID_ONLY = new Set(['id']);
const NOTHING_SELECTED: FieldSelection = { only: undefined, without: new Set() };

/** A product as returned by REST, in the order of a recorded response. */
export function presentProduct(
  product: Product,
  asked: { includes: ReadonlySet<string>; fields: FieldSelection },
  presentation: Presentation,
): Record<string, unknown> {
  const wire: Record<string, unknown> = { id: product.id };
  for (const [name, value] of Object.entries(product.fields)) {
    wire[name] = value;
    const derived = DERIVED_AFTER[name];
    if (derived) Object.assign(wire, derived(product));
  }
  const selected = selectFields(wire, asked.fields, ALWAYS);
  for (const include of asked.includes) selected[include] = SUB_RESOURCES[include]?.(product, presentation) ?? [];
  return selected;
}

/** Names that `include_fields` can contain. */
export function productFieldNames(fields: ProductFields): string[] {
  return [
    'id',
    ...Object.keys(fields),
    'calculated_price',
    'date_last_imported',
    'date_created',
    'date_modified',
    'base_variant_id',
  ];
}

const DERIVED_AFTER: Readonly<Record<string, (product: Product) => Record<string, unknown>>> = {
  product_tax_code: (product) => ({ calculated_price: productPrice(product.fields) }),
  gtin: (product) => ({
    date_last_imported: product.lastImported === null ? null : formatTimestamp(product.lastImported),
  }),
  meta_description: (product) => ({
    date_created: formatTimestamp(product.created),
    date_modified: formatTimestamp(product.modified),
  }),
  custom_url: (product) => ({ base_variant_id: isSimple(product) ? (product.variants[0]?.id ?? null) : null }),
};

const SUB_RESOURCES: Readonly<Record<string, (product: Product, presentation: Presentation) => unknown>> = {
  variants: (product, presentation) =>
    product.variants
      .slice(0, presentation.embeddedVariants)
      .map((variant) => presentVariant(product, variant, { presentation })),
  images: (product, presentation) => presentImages(product, presentation),
  primary_image: (product, presentation) => {
    const image = product.images.find((each) => each.is_thumbnail) ?? product.images[0];
    return image ? presentImage(product, image, presentation) : {};
  },
  custom_fields: (product) => product.customFields,
  channels: (product) => product.channels,
  options: (product) => product.options.map((option) => presentOption(product.id, option)),
  modifiers: (product) => product.modifiers.map((modifier) => presentModifier(product.id, modifier)),
  videos: (product) => product.videos.map((video) => ({ ...video, product_id: product.id })),
  bulk_pricing_rules: (product) => product.bulkPricingRules,
};

/** A product without options has one variant that represents the product itself. */
export function isSimple(product: Product): boolean {
  return product.options.length === 0;
}

/** What the product itself costs: the sale price if set (upstream 2.3). */
export function productPrice(fields: Pick<ProductFields, 'price' | 'sale_price'>): number {
  return fields.sale_price > 0 ? fields.sale_price : fields.price;
}

/** What a variant costs; its own price overrides the product's sale (upstream 2.4). */
export function variantPrice(product: Product, variant: Variant): number {
  if (variant.sale_price) return variant.sale_price;
  return variant.price ?? productPrice(product.fields);
}

/** A variant as returned by REST. The base variant repeats its product's values (upstream 2.4). */
export function presentVariant(
  product: Product,
  variant: Variant,
  asked: { presentation: Presentation; fields?: FieldSelection },
): Record<string, unknown> {
  const { fields } = product;
  const own = isSimple(product) ? { ...variant, ...repeated(fields) } : variant;
  const { id, sku, sku_id, price, sale_price, option_values, ...rest } = own;
  const {
    retail_price,
    map_price,
    weight,
    width,
    height,
    depth,
    is_free_shipping,
    fixed_cost_shipping_price,
    ...others
  } = rest;
  const { purchasing_disabled, purchasing_disabled_message, image_url, cost_price, ...last } = others;
  const wire = {
    id,
    product_id: product.id,
    sku,
    sku_id,
    price,
    calculated_price: isSimple(product) ? productPrice(fields) : variantPrice(product, variant),
    sale_price,
    retail_price,
    map_price,
    weight,
    width,
    height,
    depth,
    is_free_shipping,
    fixed_cost_shipping_price,
    calculated_weight: weight ?? fields.weight,
    purchasing_disabled,
    purchasing_disabled_message,
    image_url: variantPicture(product, image_url, asked.presentation),
    cost_price,
    ...last,
    option_values,
  };
  return selectFields(wire, asked.fields ?? NOTHING_SELECTED, ID_ONLY);
}

function repeated(fields: ProductFields): Partial<Variant> & Pick<Variant, 'sku' | 'price'> {
  const { sku, price, sale_price, retail_price, map_price, cost_price, weight, width, height, depth } = fields;
  const {
    is_free_shipping,
    fixed_cost_shipping_price,
    upc,
    mpn,
    gtin,
    inventory_level,
    inventory_warning_level,
    bin_picking_number,
  } = fields;
  return {
    sku,
    sku_id: null,
    price,
    sale_price,
    retail_price,
    map_price,
    cost_price,
    weight,
    width,
    height,
    depth,
    is_free_shipping,
    fixed_cost_shipping_price,
    upc,
    mpn,
    gtin,
    inventory_level,
    inventory_warning_level,
    bin_picking_number,
  };
}

function variantPicture(product: Product, address: string, presentation: Presentation): string {
  if (address !== '' || !isSimple(product))
    return address.startsWith('/') ? `${presentation.baseUrl}${address}` : address;
  const thumbnail = product.images.find((image) => image.is_thumbnail);
  return thumbnail ? pictureUrl(product.id, thumbnail, { size: '386.513', presentation }) : '';
}

/** Images by id with the thumbnail last: not in `sort_order` (upstream 2.3). */
export function presentImages(product: Product, presentation: Presentation): Record<string, unknown>[] {
  const ordered = [...product.images].sort(
    (left, right) => Number(left.is_thumbnail) - Number(right.is_thumbnail) || left.id - right.id,
  );
  return ordered.map((image) => presentImage(product, image, presentation));
}

function presentImage(product: Product, image: ProductImage, presentation: Presentation): Record<string, unknown> {
  const url = (size: string): string => pictureUrl(product.id, image, { size, presentation });
  return {
    id: image.id,
    product_id: product.id,
    is_thumbnail: image.is_thumbnail,
    sort_order: image.sort_order,
    description: image.description,
    image_file: image.image_file,
    url_zoom: url('1280.1280'),
    url_standard: url('386.513'),
    url_thumbnail: url('220.290'),
    url_tiny: url('44.58'),
    date_modified: formatTimestamp(image.modified),
  };
}

/** Where an image is served in a size such as `386.513`. */
export function pictureUrl(
  productId: number,
  image: ProductImage,
  as: { size: string; presentation: Presentation },
): string {
  const stem = image.image_file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const { baseUrl, storeHash } = as.presentation;
  return `${baseUrl}/s-${storeHash}/products/${productId}/images/${image.id}/${encodeURIComponent(stem)}.${image.modified}.${as.size}.jpg?c=1`;
}

/** An option of a product's variants as returned by REST. */
export function presentOption(productId: number, option: ProductOption): Record<string, unknown> {
  const { id, ...rest } = option;
  return { id, product_id: productId, ...rest, config: {} };
}

/** A modifier as returned by REST; an adjuster that is not set is `{}` (upstream 20.7). */
export function presentModifier(productId: number, modifier: Modifier): Record<string, unknown> {
  const { id, option_values: values, ...rest } = modifier;
  return {
    id,
    product_id: productId,
    ...rest,
    option_values: values.map((value) => presentModifierValue(id, value)),
  };
}

export function presentModifierValue(modifierId: number, value: ModifierValue): Record<string, unknown> {
  const { adjusters, ...rest } = value;
  return {
    ...rest,
    option_id: modifierId,
    adjusters: {
      price: {},
      weight: {},
      image_url: '',
      purchasing_disabled: { status: false, message: '' },
      ...adjusters,
    },
  };
}
