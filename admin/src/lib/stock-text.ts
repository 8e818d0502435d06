import type { CachedProduct, ListedProduct } from '../../../contracts/admin/products';
import type { TranslationKey } from '../hooks/use-translate';

/** Whether shoppers can buy a product; one whose purchase is disabled is not shown as out of stock. */
export function stockText({ availability, inStock }: Pick<ListedProduct, 'availability' | 'inStock'>): TranslationKey {
  if (availability === 'disabled') return 'commerce-bridge.product.availability.disabled';
  return inStock ? 'commerce-bridge.product.inStock' : 'commerce-bridge.product.outOfStock';
}

/** What the stock of a product's variants depends on. */
export type ProductStock = Pick<CachedProduct, 'availability' | 'inventoryTracking' | 'inventoryLevel'>;
type VariantStock = Pick<CachedProduct['variants'][number], 'inStock' | 'inventoryLevel' | 'isPurchaseDisabled'>;

/**
 * The same for one variant. Earlier versions did not store whether a variant's purchase is disabled: one that is not in
 * stock although stock is left, or stock is not tracked, must be disabled.
 */
export function variantStockText(
  { inStock, inventoryLevel, isPurchaseDisabled }: VariantStock,
  product: ProductStock,
): TranslationKey {
  const level = product.inventoryTracking === 'product' ? product.inventoryLevel : inventoryLevel;
  const hasStock = product.inventoryTracking === 'none' || (level ?? 0) > 0;
  return stockText({
    inStock,
    availability: isPurchaseDisabled === true || (!inStock && hasStock) ? 'disabled' : product.availability,
  });
}
