import type { ProductGroup } from '../../../../contracts/rest/parameters';
import type { ProductMarketView } from '../../../../contracts/rest/markets';
import type { ImageView, ProductListItemView, ProductView, VariantView } from '../../../../contracts/rest/products';
import type { CurrencyView } from '../../../../contracts/rest/store';
import type { CatalogImage } from '../model/catalog-types';
import type { MarketProductDetails, MarketProductRecord, MarketVariant } from '../model/market-reader';
import { srcsetOf } from '../model/image-srcset';
import type { ProductDepth } from '../model/product-reader';
import { formatWeight } from '../model/weight';

/** What a view depends on apart from the record. */
export interface ProductViewContext {
  include: ReadonlySet<ProductGroup>;
  /** The setting "product page address": an address with `{slug}`. */
  productPageAddress: string;
  /** As upstream spells it; null before the first sync. */
  weightUnit: string | null;
  /** The currency of prices, for `include=currency`; null before the first sync. */
  currency: CurrencyView | null;
  /** The market that products are shown in, for `include=market`; null before the first sync. */
  market: ProductMarketView | null;
}

/** How much of the records is needed for list items with these groups. */
export function depthFor(include: ReadonlySet<ProductGroup>): ProductDepth {
  const detailed = ['custom_fields', 'options', 'price_range'] as const;
  return detailed.some((group) => include.has(group)) ? 'details' : 'summary';
}

/** A product in a list: exactly the specified fields, plus the requested groups. */
export function presentListItem(record: MarketProductRecord, context: ProductViewContext): ProductListItemView {
  const view: ProductListItemView = Object.assign(commonFields(record), {
    sale_price: record.salePrice,
    in_stock: record.inStock,
    permalink: permalinkOf(record.slug, context.productPageAddress),
  });
  addIncluded(view, record, context);
  return view;
}

/** A single product: exactly the specified fields, plus the requested groups. */
export function presentProduct(
  record: MarketProductRecord & { details: MarketProductDetails },
  context: ProductViewContext,
): ProductView {
  const { include, productPageAddress, weightUnit } = context;
  const { sku, tags, variants, weight } = record.details;
  const view: ProductView = Object.assign(commonFields(record), {
    variants: variants.map((variant) => {
      const shown = presentVariant(variant, include);
      if (include.has('availability')) shown.availability = availabilityOf(variant, record);
      return shown;
    }),
    tags,
    meta: { sku, weight: formatWeight(weight, weightUnit) },
  });
  if (include.has('sale_price')) view.sale_price = record.salePrice;
  if (include.has('in_stock')) view.in_stock = record.inStock;
  if (include.has('permalink')) view.permalink = permalinkOf(record.slug, productPageAddress);
  addIncluded(view, record, context);
  return view;
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
  const { id, name, price, inStock } = variant;
  const view: VariantView = { id, name, price, in_stock: inStock };
  if (include.has('inventory')) view.inventory_level = variant.inventoryLevel;
  if (include.has('options')) {
    view.sku = variant.sku;
    view.options = variant.options.map(presentChoice);
  }
  if (include.has('option_selections'))
    view.option_selections = variant.options.map(({ optionId, valueId }) => ({
      option_id: optionId,
      option_value: valueId,
    }));
  return view;
}

/** A variant that cannot be bought is disabled, regardless of the product; others have the product's availability. */
function availabilityOf(
  variant: MarketVariant,
  { availability }: MarketProductRecord,
): MarketProductRecord['availability'] {
  return variant.isPurchaseDisabled ? 'disabled' : availability;
}

function presentChoice({ optionId, name, valueId, label }: MarketVariant['options'][number]) {
  return { id: optionId, name, value_id: valueId, label };
}

/**
 * Adds the requested groups, one property at a time: with spreads, objects of this many properties would take V8 ten
 * kilobytes of hidden classes each, which only a full garbage collection frees.
 */
function addIncluded(view: IncludedFields, record: MarketProductRecord, context: ProductViewContext): void {
  const { include, currency, market } = context;
  const { details, images, seo, brand } = record;
  if (include.has('calculated_price')) view.calculated_price = record.calculatedPrice;
  if (include.has('inventory')) view.inventory = inventoryOf(record);
  if (include.has('brand')) view.brand = brand && { id: brand.id, name: brand.title, slug: brand.slug };
  if (include.has('custom_fields') && details) view.custom_fields = details.customFields;
  if (include.has('options') && details) view.options = optionsOf(details.variants);
  if (include.has('seo'))
    view.seo = { page_title: seo.pageTitle, meta_description: seo.metaDescription, meta_keywords: seo.metaKeywords };
  if (include.has('dates')) view.dates = { created: record.createdAt, modified: record.modifiedAt };
  if (include.has('availability')) view.availability = record.availability;
  if (include.has('currency')) view.currency = currency;
  if (include.has('market')) view.market = market;
  if (include.has('images_all_sizes')) view.images_all_sizes = images.map(presentAllSizes);
  if (include.has('price_range') && details) view.price_range = priceRangeOf(details.variants);
}

function presentAllSizes(image: CatalogImage): NonNullable<ProductView['images_all_sizes']>[number] {
  const { zoom, standard, thumbnail, tiny } = image.urls;
  return { alt: image.alt, zoom, standard, thumbnail, tiny, srcset: srcsetOf(image) };
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
