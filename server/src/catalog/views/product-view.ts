import type { ProductGroup } from '../../../../contracts/rest/parameters';
import type { ProductMarketView } from '../../../../contracts/rest/markets';
import type { ImageView, ProductListItemView, ProductView, VariantView } from '../../../../contracts/rest/products';
import type { CurrencyView } from '../../../../contracts/rest/store';
import type { CatalogImage } from '../model/catalog-types';
import type { MarketProductDetails, MarketProductRecord, MarketVariant } from '../model/market-reader';
import { srcsetOf } from '../model/image-srcset';
import type { ProductDepth } from '../model/product-reader';
import { formatWeight } from '../model/weight';

/** What a view depends on besides the record. */
export interface ProductViewContext {
  include: ReadonlySet<ProductGroup>;
  /** The setting "product page address": an address with `{slug}`. */
  productPageAddress: string;
  /** As upstream spells it; null before the first sync. */
  weightUnit: string | null;
  /** Of prices, for `include=currency`; null before the first sync. */
  currency: CurrencyView | null;
  /** Which products are shown in, for `include=market`; null before the first sync. */
  market: ProductMarketView | null;
}

/** How much of the records is needed for list items with these groups. */
export function depthFor(include: ReadonlySet<ProductGroup>): ProductDepth {
  const detailed = ['custom_fields', 'options', 'price_range'] as const;
  return detailed.some((group) => include.has(group)) ? 'details' : 'summary';
}

/** A product in a list: exactly the specified fields, plus the requested groups. */
export function presentListItem(record: MarketProductRecord, context: ProductViewContext): ProductListItemView {
  return {
    ...commonFields(record),
    sale_price: record.salePrice,
    in_stock: record.inStock,
    permalink: permalinkOf(record.slug, context.productPageAddress),
    ...includedFields(record, context),
  };
}

/** A single product: exactly the specified fields, plus the requested groups. */
export function presentProduct(
  record: MarketProductRecord & { details: MarketProductDetails },
  context: ProductViewContext,
): ProductView {
  const { include, productPageAddress, weightUnit } = context;
  const { sku, tags, variants, weight } = record.details;
  return {
    ...commonFields(record),
    variants: variants.map((variant) => ({
      ...presentVariant(variant, include),
      ...(include.has('availability') && { availability: availabilityOf(variant, record) }),
    })),
    tags,
    meta: { sku, weight: formatWeight(weight, weightUnit) },
    ...(include.has('sale_price') && { sale_price: record.salePrice }),
    ...(include.has('in_stock') && { in_stock: record.inStock }),
    ...(include.has('permalink') && { permalink: permalinkOf(record.slug, productPageAddress) }),
    ...includedFields(record, context),
  };
}

function commonFields(record: MarketProductRecord) {
  return {
    id: record.id,
    name: record.title,
    slug: record.slug,
    price: record.price,
    description: record.content,
    images: record.images.map(presentImage),
    categories: record.categorySlugs,
  };
}

/** Address of a product's page. `split` and `join`, since `replace` would interpret `$&` in a slug. */
export function permalinkOf(slug: string, productPageAddress: string): string {
  return productPageAddress.split('{slug}').join(encodeURIComponent(slug));
}

export function presentImage({ urls, alt }: CatalogImage): ImageView {
  return { url: urls.standard, alt };
}

export function presentVariant(variant: MarketVariant, include: ReadonlySet<ProductGroup>): VariantView {
  return {
    id: variant.id,
    name: variant.name,
    price: variant.price,
    in_stock: variant.inStock,
    ...(include.has('inventory') && { inventory_level: variant.inventoryLevel }),
    ...(include.has('options') && { sku: variant.sku, options: variant.options.map(presentChoice) }),
    ...(include.has('option_selections') && {
      option_selections: variant.options.map(({ optionId, valueId }) => ({
        option_id: optionId,
        option_value: valueId,
      })),
    }),
  };
}

/** A variant that cannot be bought is disabled, whatever the product is; the product's availability holds for all others. */
function availabilityOf(
  variant: MarketVariant,
  { availability }: MarketProductRecord,
): MarketProductRecord['availability'] {
  return variant.isPurchaseDisabled ? 'disabled' : availability;
}

function presentChoice({ optionId, name, valueId, label }: MarketVariant['options'][number]) {
  return { id: optionId, name, value_id: valueId, label };
}

function includedFields(
  record: MarketProductRecord,
  { include, currency, market }: ProductViewContext,
): IncludedFields {
  const { details, images, seo, brand } = record;
  return {
    ...(include.has('calculated_price') && { calculated_price: record.calculatedPrice }),
    ...(include.has('inventory') && { inventory: inventoryOf(record) }),
    ...(include.has('brand') && { brand: brand && { id: brand.id, name: brand.title, slug: brand.slug } }),
    ...(include.has('custom_fields') && details && { custom_fields: details.customFields }),
    ...(include.has('options') && details && { options: optionsOf(details.variants) }),
    ...(include.has('seo') && {
      seo: { page_title: seo.pageTitle, meta_description: seo.metaDescription, meta_keywords: seo.metaKeywords },
    }),
    ...(include.has('dates') && { dates: { created: record.createdAt, modified: record.modifiedAt } }),
    ...(include.has('availability') && { availability: record.availability }),
    ...(include.has('currency') && { currency }),
    ...(include.has('market') && { market }),
    ...(include.has('images_all_sizes') && {
      images_all_sizes: images.map((image) => ({ alt: image.alt, ...image.urls, srcset: srcsetOf(image) })),
    }),
    ...(include.has('price_range') && details && { price_range: priceRangeOf(details.variants) }),
  };
}

type IncludedFields = Omit<
  ProductView,
  | 'sale_price'
  | 'in_stock'
  | 'permalink'
  | 'variants'
  | 'tags'
  | 'meta'
  | 'breadcrumbs'
  | 'related'
  | keyof ReturnType<typeof commonFields>
>;

function inventoryOf(record: MarketProductRecord) {
  return {
    in_stock: record.inStock,
    tracking: record.inventoryTracking,
    level: record.inventoryTracking === 'none' ? null : record.inventoryLevel,
    availability: record.availability,
  };
}

function priceRangeOf(variants: readonly MarketVariant[]): NonNullable<ProductView['price_range']> | null {
  const sold = variants.filter(({ isPurchaseDisabled }) => isPurchaseDisabled !== true);
  const prices = (sold.length > 0 ? sold : variants).flatMap(({ price }) => price ?? []);
  if (prices.length === 0) return null;
  return { min: Math.min(...prices), max: Math.max(...prices) };
}

/** The options in which variants differ, each with its values, both in order of first occurrence. */
function optionsOf(variants: readonly MarketVariant[]): NonNullable<ProductView['options']> {
  const options = new Map<number, { name: string; labels: Map<number, string> }>();
  for (const { optionId, name, valueId, label } of variants.flatMap((variant) => variant.options)) {
    const option = options.get(optionId) ?? { name, labels: new Map<number, string>() };
    option.labels.set(valueId, label);
    options.set(optionId, option);
  }
  return [...options].map(([id, { name, labels }]) => ({
    id,
    name,
    values: [...labels].map(([valueId, label]) => ({ id: valueId, label })),
  }));
}
