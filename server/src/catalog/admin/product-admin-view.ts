import type { CachedProduct, ListedProduct, ProductChangeView } from '../../../../contracts/admin/products';
import type { CatalogProduct } from '../model/catalog-types';
import type { BrowsedMarketProduct } from './product-browser';
import type { FieldChange } from '../model/product-differences';
import type { PricedFor } from '../writing/market-history';
import type { ProductChange } from '../writing/product-history';

/** A product as lists and pickers in the admin show it. */
export function presentListedProduct(product: BrowsedMarketProduct): ListedProduct {
  const { image, publicationStatus, inventoryTracking, inventoryLevel, syncedAt } = product;
  return {
    id: product.id,
    title: product.title,
    slug: product.slug,
    sku: product.sku,
    price: product.price,
    salePrice: product.salePrice,
    calculatedPrice: product.calculatedPrice,
    inStock: product.inStock,
    availability: product.availability,
    thumbnail: image && { url: image.urls.thumbnail, alt: image.alt },
    status: publicationStatus,
    inventoryLevel: inventoryTracking === 'none' ? null : inventoryLevel,
    syncedAt: syncedAt && syncedAt.toISOString(),
  };
}

/** Every field of a product, cached or as upstream has it now. */
export function presentCachedProduct(product: CatalogProduct, slug: string): CachedProduct {
  return {
    slug,
    title: product.title,
    publicationStatus: product.publicationStatus,
    sku: product.sku,
    price: product.price,
    salePrice: product.salePrice,
    calculatedPrice: product.calculatedPrice,
    inventoryTracking: product.inventoryTracking,
    inventoryLevel: product.inventoryLevel,
    inStock: product.inStock,
    availability: product.availability,
    weight: product.weight,
    brandId: product.brandId,
    categoryIds: product.categoryIds,
    tags: product.tags,
    variants: product.variants,
    images: product.images,
    customFields: product.customFields,
    relatedIds: product.relatedIds,
    seo: product.seo,
    content: product.content,
    createdAt: product.createdAt,
    modifiedAt: product.modifiedAt,
  };
}

/** What is needed to present a change in a further market. */
export interface ChangeContext {
  product: Pick<CatalogProduct, 'variants'>;
  /** The site's further markets. */
  markets: readonly (PricedFor & { name: string })[];
}

export function presentChange(
  { at, pricedFor, changes, ...change }: ProductChange,
  { product, markets }: ChangeContext,
): ProductChangeView {
  if (!pricedFor) return { ...change, changes, at: at.toISOString() };
  const { channelId, currency, customerGroupId } = pricedFor;
  const names = markets
    .filter(
      (market) =>
        market.channelId === channelId && market.currency === currency && market.customerGroupId === customerGroupId,
    )
    .map(({ name }) => name);
  const variants = new Map(product.variants.map(({ id, name }) => [String(id), name]));
  const named = changes.map((one) =>
    one.field === 'variants' ? { ...one, item: variants.get(one.item ?? '') ?? `#${one.item}` } : one,
  );
  return { ...change, changes: named, at: at.toISOString(), market: { names, channelId, currency } };
}

/** Categories and brands that a product and its changes reference by id. */
export function idsNamedIn(
  { categoryIds, brandId }: Pick<CatalogProduct, 'categoryIds' | 'brandId'>,
  changes: readonly FieldChange[],
): { categories: number[]; brands: number[] } {
  const changed = (field: string) =>
    changes
      .filter((change) => change.field === field)
      .flatMap(({ from, to }) => [from, to])
      .flatMap((value) => String(value ?? '').split(', '))
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0);
  return {
    categories: [...categoryIds, ...changed('categoryIds')],
    brands: [...(brandId === null ? [] : [brandId]), ...changed('brandId')],
  };
}
