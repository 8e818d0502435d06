import type { Product, ProductImage, Variant } from '../catalog/product-model';
import { localePrefix, textOf, type LocalTexts } from '../markets/texts';
import { isSimple } from '../http/present';
import { connection, noItems, type PageArguments } from './connection';
import { chosenOptions, modifierView, optionView, plainOption } from './option-views';
import { metafieldsOf } from './metafield-views';
import { pictureView } from './pictures';
import { productPrices, variantPrices, type PriceArguments } from './price-views';
import { globalId, utc, type Session, type View } from './session';
import { brandView, categoryView, isListed, listedCategories } from './taxonomy-views';

/** Upstream's maximum page sizes (upstream 5.3). */
const MOST_PRODUCTS = 50;
const MOST_VARIANTS = 250;

/** A product as returned by the storefront. Stock levels are hidden, as in most stores (upstream 5.5). */
export function productView(session: Session, product: Product): View {
  const { fields } = product;
  const texts = session.market.texts('product', product.id);
  const description = textOf(texts, 'description', fields.description);
  const labels = texts.labels ?? {};
  const { weight_units: weightUnit, dimension_units: lengthUnit } = session.store.information;
  const sorted = [...product.images].sort(
    (left, right) => Number(right.is_thumbnail) - Number(left.is_thumbnail) || left.sort_order - right.sort_order,
  );
  const image = (each: ProductImage): View => pictureView(session.presentation, product, each);
  const measure = (value: number, unit: string): View | null => (value > 0 ? { value, unit } : null);
  return {
    __typename: 'Product',
    id: globalId('Product', product.id),
    entityId: product.id,
    sku: fields.sku,
    path: textOf(texts, 'path', fields.custom_url.url),
    name: textOf(texts, 'name', fields.name),
    description,
    plainTextDescription: ({ characterLimit }: { characterLimit?: number | null }) =>
      shorten(plainText(description), characterLimit ?? 120),
    warranty: textOf(texts, 'warranty', fields.warranty),
    minPurchaseQuantity: fields.order_quantity_minimum || null,
    maxPurchaseQuantity: fields.order_quantity_maximum || null,
    addToCartUrl: `${session.store.information.secure_url}/cart.php?action=add&product_id=${product.id}`,
    addToWishlistUrl: `${session.store.information.secure_url}/wishlist.php?action=add&product_id=${product.id}`,
    isPriceHidden: fields.is_price_hidden,
    prices: (wanted: PriceArguments) => (fields.is_price_hidden ? null : productPrices(session, product, wanted)),
    weight: measure(fields.weight, weightUnit),
    height: measure(fields.height, lengthUnit),
    width: measure(fields.width, lengthUnit),
    depth: measure(fields.depth, lengthUnit),
    options: (page: PageArguments) =>
      connection(product.options, page, { present: (option) => plainOption(option, labels) }),
    productOptions: (page: PageArguments) =>
      connection(
        [
          ...product.options.map((option) => optionView(option, labels)),
          ...product.modifiers.map((modifier) => modifierView(modifier, labels)),
        ],
        page,
        { present: (view) => view },
      ),
    reviewSummary: {
      numberOfReviews: fields.reviews_count,
      summationOfRatings: fields.reviews_rating_sum,
      averageRating: 0,
    },
    type: fields.type === 'digital' ? 'Digital' : 'Physical',
    availability: fields.availability,
    availabilityDescription: textOf(texts, 'availabilityDescription', fields.availability_description),
    availabilityV2: availabilityOf(product, texts),
    categories: (page: PageArguments) =>
      connection(listedCategories(session, fields.categories), page, {
        present: (category) => categoryView(session, category),
      }),
    brand: () => {
      const brand = session.store.state.brands.get(fields.brand_id);
      return brand ? brandView(session, brand) : null;
    },
    variants: (page: PageArguments & { entityIds?: number[]; skus?: string[]; isPurchasable?: boolean | null }) =>
      connection(variantsFor(product, page), page, {
        present: (variant) => variantView(session, product, variant),
        most: MOST_VARIANTS,
      }),
    customFields: (page: PageArguments & { names?: string[] }) =>
      connection(
        product.customFields.filter((field) => (page.names ?? []).length === 0 || page.names?.includes(field.name)),
        page,
        {
          present: (field) => ({
            entityId: field.id,
            name: field.name,
            value: texts.customFields?.[field.name] ?? field.value,
          }),
        },
      ),
    images: (page: PageArguments) => connection(sorted, page, { present: image }),
    defaultImage: sorted[0] ? image(sorted[0]) : null,
    relatedProducts: (page: PageArguments) =>
      connection(relatedProducts(session, product), page, {
        present: (each) => productView(session, each),
        most: MOST_PRODUCTS,
      }),
    inventory: {
      isInStock: isInStock(product),
      isStockTracked: fields.inventory_tracking !== 'none',
      hasVariantInventory: fields.inventory_tracking === 'variant',
      aggregated: null,
    },
    metafields: metafieldsOf(session, 'product', product.id),
    upc: fields.upc || null,
    mpn: fields.mpn || null,
    gtin: fields.gtin || null,
    createdAt: utc(product.created),
    seo: {
      pageTitle: textOf(texts, 'pageTitle', fields.page_title),
      metaDescription: textOf(texts, 'metaDescription', fields.meta_description),
      metaKeywords: textOf(texts, 'metaKeywords', fields.meta_keywords.join(', ')),
    },
    condition: fields.is_condition_shown ? fields.condition.toUpperCase() : null,
    showCartAction: true,
    reviews: noItems,
    videos: noItems,
    giftWrappingOptions: noItems,
    locales: (page: PageArguments) => alternates(session, product, page),
  };
}

export function variantView(session: Session, product: Product, variant: Variant): View {
  const tracked = product.fields.inventory_tracking;
  const labels = session.market.texts('product', product.id).labels ?? {};
  return {
    __typename: 'Variant',
    id: globalId('Variant', variant.id),
    entityId: variant.id,
    sku: isSimple(product) ? product.fields.sku : variant.sku,
    isPurchasable: isPurchasable(product, variant),
    weight: null,
    height: null,
    width: null,
    depth: null,
    upc: variant.upc || null,
    mpn: variant.mpn || null,
    gtin: variant.gtin || null,
    defaultImage: null,
    prices: (wanted: PriceArguments) => variantPrices(session, { product, variant }, wanted),
    inventory: {
      isInStock:
        tracked === 'none' || (tracked === 'variant' ? variant.inventory_level : product.fields.inventory_level) > 0,
      aggregated: null,
    },
    options: (page: PageArguments) =>
      connection(chosenOptions(product, variant), page, { present: (option) => plainOption(option, labels) }),
    productOptions: (page: PageArguments) =>
      connection(chosenOptions(product, variant), page, { present: (option) => optionView(option, labels) }),
    metafields: metafieldsOf(session, 'variant', variant.id),
  };
}

/** The addresses in all languages, without naming the languages (upstream 20.5); none with one language only. */
function alternates(session: Session, product: Product, page: PageArguments): View {
  const { locales, channels } = session.store.markets;
  const { channelId } = session;
  const active = locales.of(channelId).filter((locale) => locale.status === 'ACTIVE');
  const site = channels.siteOf(channelId)?.url ?? '';
  const items = active.length < 2 ? [] : active;
  return connection(items, page, {
    present: (locale) => {
      const texts = locales.translationOf({ kind: 'product', id: product.id, channelId, locale: locale.code });
      const path = textOf(texts, 'path', product.fields.custom_url.url);
      return { path, url: `${site}${localePrefix(locale)}${path}` };
    },
  });
}

function relatedProducts(session: Session, product: Product): Product[] {
  const ids = product.fields.related_products.filter((id) => id > 0);
  return ids.flatMap((id) => {
    const related = session.store.state.product(id);
    return related && isListed(session, related) ? [related] : [];
  });
}

function isInStock(product: Product): boolean {
  const { inventory_tracking: tracking, inventory_level: level, availability } = product.fields;
  if (availability === 'disabled') return false;
  if (tracking === 'none') return true;
  return tracking === 'product' ? level > 0 : product.variants.some((variant) => variant.inventory_level > 0);
}

function isPurchasable(product: Product, variant: Variant): boolean {
  return product.fields.availability !== 'disabled' && !variant.purchasing_disabled;
}

function availabilityOf(product: Product, texts: LocalTexts): View {
  const { availability } = product.fields;
  const description = textOf(texts, 'availabilityDescription', product.fields.availability_description);
  if (availability === 'preorder') {
    return {
      __typename: 'ProductPreOrder',
      status: 'Preorder',
      description,
      message: texts.preorderMessage ?? null,
      willBeReleasedAt: null,
    };
  }
  if (availability === 'disabled')
    return { __typename: 'ProductUnavailable', status: 'Unavailable', description, message: null };
  return { __typename: 'ProductAvailable', status: 'Available', description };
}

function variantsFor(
  product: Product,
  wanted: { entityIds?: number[]; skus?: string[]; isPurchasable?: boolean | null },
): Variant[] {
  const { entityIds = [], skus = [], isPurchasable: only } = wanted;
  return product.variants.filter(
    (variant) =>
      (entityIds.length === 0 || entityIds.includes(variant.id)) &&
      (skus.length === 0 || skus.includes(variant.sku)) &&
      (only === null || only === undefined || isPurchasable(product, variant) === only),
  );
}

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, Math.max(0, limit - 3))}...`;
}
