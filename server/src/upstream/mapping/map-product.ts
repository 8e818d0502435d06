import { type CatalogCustomField, type CatalogProduct, fold } from '../../catalog/model';
import { fittingDecimal, fittingText } from './column-limits';
import { mapImages } from './map-images';
import { mapVariants } from './map-variants';
import { slugClaimOf } from './slug-claim';
import type { CompleteWireProduct, WireCustomField } from '../wire/wire-product';
import { maximumInteger } from '../wire/wire-values';

export interface ProductMappingContext {
  /** The channel whose assignment decides between published and draft (behavior 2.10). */
  channelId: number;
}

/**
 * Maps a product to our own shape; pure.
 * @throws UnusableItemError when a value cannot be stored
 */
export function mapProduct(wire: CompleteWireProduct, { channelId }: ProductMappingContext): CatalogProduct {
  const price = fittingDecimal('price', wire.price);
  // 0 means that there is no sale price (upstream 2.3).
  const salePrice =
    wire.sale_price !== null && wire.sale_price > 0 ? fittingDecimal('sale_price', wire.sale_price) : null;
  const calculatedPrice =
    wire.calculated_price === null ? (salePrice ?? price) : fittingDecimal('calculated_price', wire.calculated_price);
  const stock = { tracking: wire.inventory_tracking, availability: wire.availability, level: wire.inventory_level };
  const variants = mapVariants(wire.variants, { productName: wire.name, productPrice: calculatedPrice, stock });

  return {
    id: wire.id,
    title: title(wire.name),
    slugClaim: slugClaimOf({ id: wire.id, name: wire.name, path: wire.custom_url }),
    content: wire.description,
    publicationStatus: wire.is_visible && wire.channels.includes(channelId) ? 'publish' : 'draft',
    sku: fittingText('sku', wire.sku),
    price,
    salePrice,
    calculatedPrice,
    inventoryTracking: wire.inventory_tracking,
    availability: wire.availability,
    inventoryLevel: inventoryLevel(wire),
    inStock: inStock(wire, variants),
    weight: fittingDecimal('weight', wire.weight ?? 0),
    tags: tags(wire.search_keywords),
    images: mapImages(wire.images, wire.name),
    variants,
    customFields: mapCustomFields(wire.custom_fields),
    categoryIds: wire.categories,
    brandId: wire.brand_id,
    relatedIds: wire.related_products.filter((id) => id !== wire.id),
    seo: { pageTitle: wire.page_title, metaDescription: wire.meta_description, metaKeywords: wire.meta_keywords },
    createdAt: wire.date_created,
    modifiedAt: wire.date_modified,
    ...(wire.is_visible && !wire.channels.includes(channelId) && { isVisibleElsewhere: true }),
  };
}

/** A name that also fits after case folding for ordering, which can lengthen it. */
function title(name: string): string {
  fittingText('name, in lower case,', fold(name));
  return fittingText('name', name);
}

/**
 * With tracking by variant the product's own figure is meaningless (upstream 2.3), so its variants' levels are added
 * up.
 */
function inventoryLevel(wire: CompleteWireProduct): number {
  const levels = wire.variants.flatMap((variant) =>
    variant.inventory_level === null ? [] : [variant.inventory_level],
  );
  if (wire.inventory_tracking !== 'variant' || levels.length === 0) return wire.inventory_level ?? 0;
  return Math.min(
    maximumInteger,
    levels.reduce((sum, level) => sum + level, 0),
  );
}

/**
 * Whether it is in stock (behavior 2.5). A variant that cannot be purchased is never in stock, so with tracking by
 * variant only the other variants count.
 */
function inStock(wire: CompleteWireProduct, variants: readonly { inStock: boolean }[]): boolean {
  if (wire.availability === 'disabled') return false;
  if (wire.inventory_tracking === 'none') return true;
  if (wire.inventory_tracking === 'product') return (wire.inventory_level ?? 0) > 0;
  return variants.some((variant) => variant.inStock);
}

/** The search keywords, the closest equivalent of tags (behavior 2.6). */
function tags(searchKeywords: string): string[] {
  const words = searchKeywords.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

function mapCustomFields(fields: readonly WireCustomField[]): CatalogCustomField[] {
  return [...fields].sort((a, b) => (a.id ?? 0) - (b.id ?? 0)).map(({ name, value }) => ({ name, value }));
}
