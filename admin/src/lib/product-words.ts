import type { ListedProduct } from '../../../contracts/admin/products';
import type { TranslationKey } from '../hooks/use-translate';

export const moneyFields: ReadonlySet<string> = new Set(['price', 'salePrice', 'calculatedPrice']);

export const statusTexts: Record<ListedProduct['status'], TranslationKey> = {
  publish: 'commerce-bridge.product.publish',
  draft: 'commerce-bridge.product.draft',
  withdrawn: 'commerce-bridge.product.withdrawn',
};

/** Texts for enum values of a product's fields, by `field.value`. */
export const wordTexts: Record<string, TranslationKey | undefined> = {
  'publicationStatus.publish': statusTexts.publish,
  'publicationStatus.draft': statusTexts.draft,
  'publicationStatus.withdrawn': statusTexts.withdrawn,
  'inventoryTracking.none': 'commerce-bridge.product.tracking.none',
  'inventoryTracking.product': 'commerce-bridge.product.tracking.product',
  'inventoryTracking.variant': 'commerce-bridge.product.tracking.variant',
  'availability.available': 'commerce-bridge.product.availability.available',
  'availability.disabled': 'commerce-bridge.product.availability.disabled',
  'availability.preorder': 'commerce-bridge.product.availability.preorder',
};
