import type { Product, ProductImage, Variant } from '../catalog/product-model';
import { isSimple, productPrice, variantPrice } from '../http/present';
import { cents } from './carts';
import { connection, noItems, type PageArguments } from './connection';
import { chosenOptions, optionView, plainOption } from './option-views';
import { pictureView } from './pictures';
import { globalId, money, utc, type Session, type View } from './session';
import { brandView, categoryView, isListed, listedCategories } from './taxonomy-views';

/** Upstream's maximum page sizes (upstream 5.3). */
const MOST_PRODUCTS = 50;
const MOST_VARIANTS = 250;

/** A product as returned by the storefront. Stock levels are hidden, as in most stores (upstream 5.5). */
export function productView(session: Session, product: Product): View {
  const { fields } = product;
  const { currency, weight_units: weightUnit, dimension_units: lengthUnit } = session.store.information;
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
    path: fields.custom_url.url,
    name: fields.name,
    description: fields.description,
    plainTextDescription: ({ characterLimit }: { characterLimit?: number | null }) =>
      shorten(plainText(fields.description), characterLimit ?? 120),
    warranty: fields.warranty,
    minPurchaseQuantity: fields.order_quantity_minimum || null,
    maxPurchaseQuantity: fields.order_quantity_maximum || null,
    addToCartUrl: `${session.store.information.secure_url}/cart.php?action=add&product_id=${product.id}`,
    addToWishlistUrl: `${session.store.information.secure_url}/wishlist.php?action=add&product_id=${product.id}`,
    isPriceHidden: fields.is_price_hidden,
    prices: () => (fields.is_price_hidden ? null : pricesOf(product, currency)),
    weight: measure(fields.weight, weightUnit),
    height: measure(fields.height, lengthUnit),
    width: measure(fields.width, lengthUnit),
    depth: measure(fields.depth, lengthUnit),
    options: (page: PageArguments) => connection(product.options, page, { present: plainOption }),
    productOptions: (page: PageArguments) => connection(product.options, page, { present: optionView }),
    reviewSummary: {
      numberOfReviews: fields.reviews_count,
      summationOfRatings: fields.reviews_rating_sum,
      averageRating: 0,
    },
    type: fields.type === 'digital' ? 'Digital' : 'Physical',
    availability: fields.availability,
    availabilityDescription: fields.availability_description,
    availabilityV2: availabilityOf(product),
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
        { present: (field) => ({ entityId: field.id, name: field.name, value: field.value }) },
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
    metafields: noItems,
    upc: fields.upc || null,
    mpn: fields.mpn || null,
    gtin: fields.gtin || null,
    createdAt: utc(product.created),
    seo: {
      pageTitle: fields.page_title,
      metaDescription: fields.meta_description,
      metaKeywords: fields.meta_keywords.join(', '),
    },
    condition: fields.is_condition_shown ? fields.condition.toUpperCase() : null,
    showCartAction: true,
    reviews: noItems,
    videos: noItems,
    giftWrappingOptions: noItems,
    locales: noItems,
  };
}

export function variantView(session: Session, product: Product, variant: Variant): View {
  const tracked = product.fields.inventory_tracking;
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
    prices: variantPrices(session, product, variant),
    inventory: {
      isInStock:
        tracked === 'none' || (tracked === 'variant' ? variant.inventory_level : product.fields.inventory_level) > 0,
      aggregated: null,
    },
    options: (page: PageArguments) => connection(chosenOptions(product, variant), page, { present: plainOption }),
    productOptions: (page: PageArguments) => connection(chosenOptions(product, variant), page, { present: optionView }),
    metafields: noItems,
  };
}

function relatedProducts(session: Session, product: Product): Product[] {
  const ids = product.fields.related_products.filter((id) => id > 0);
  return ids.flatMap((id) => {
    const related = session.store.state.product(id);
    return related && isListed(session, related) ? [related] : [];
  });
}

function pricesOf(product: Product, currency: string): View {
  const { fields } = product;
  const all = product.variants.map((variant) =>
    isSimple(product) ? productPrice(fields) : variantPrice(product, variant),
  );
  const now = productPrice(fields);
  return {
    price: money(now, currency),
    salePrice: fields.sale_price > 0 ? money(fields.sale_price, currency) : null,
    basePrice: money(fields.price, currency),
    retailPrice: fields.retail_price > 0 ? money(fields.retail_price, currency) : null,
    mapPrice: null,
    saved: fields.retail_price > now ? money(cents(fields.retail_price - now), currency) : null,
    priceRange: { min: money(Math.min(...all), currency), max: money(Math.max(...all), currency) },
    retailPriceRange: null,
    bulkPricing: [],
  };
}

function variantPrices(session: Session, product: Product, variant: Variant): View {
  const { currency } = session.store.information;
  const price = isSimple(product) ? productPrice(product.fields) : variantPrice(product, variant);
  const base = isSimple(product) ? product.fields.price : (variant.price ?? product.fields.price);
  const retail = variant.retail_price ?? product.fields.retail_price;
  return {
    price: money(price, currency),
    salePrice: price < base ? money(price, currency) : null,
    basePrice: money(base, currency),
    retailPrice: retail > 0 ? money(retail, currency) : null,
    mapPrice: null,
    saved: null,
    retailPriceRange: null,
    bulkPricing: [],
    priceRange: { min: money(price, currency), max: money(price, currency) },
  };
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

function availabilityOf(product: Product): View {
  const { availability, availability_description: description } = product.fields;
  if (availability === 'preorder') {
    return { __typename: 'ProductPreOrder', status: 'Preorder', description, message: null, willBeReleasedAt: null };
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
