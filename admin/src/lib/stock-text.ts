import type { ListedProduct } from '../../../contracts/admin/products';
import type { TranslationKey } from '../hooks/use-translate';

/** Whether shoppers can buy a product; one whose purchase is disabled is not out of stock. */
export function stockText({ availability, inStock }: Pick<ListedProduct, 'availability' | 'inStock'>): TranslationKey {
  if (availability === 'disabled') return 'commerce-bridge.product.availability.disabled';
  return inStock ? 'commerce-bridge.product.inStock' : 'commerce-bridge.product.outOfStock';
}
