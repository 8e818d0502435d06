import type { Translate, TranslationKey } from '../../../hooks/use-translate';
import { fieldTexts, isProductField } from '../products/product-texts';

/** Attributes of cached records that no page shows under the same name. */
const attributeTexts: Record<string, TranslationKey | undefined> = {
  categories: 'commerce-bridge.product.categories',
  brand: 'commerce-bridge.product.brand',
  upstreamCreatedAt: 'commerce-bridge.product.createdAt',
  upstreamModifiedAt: 'commerce-bridge.product.modifiedAt',
  parentId: 'commerce-bridge.attribute.parent',
  path: 'commerce-bridge.attribute.path',
  isVisible: 'commerce-bridge.attribute.visible',
  isVisibleElsewhere: 'commerce-bridge.attribute.visible',
  sortOrder: 'commerce-bridge.attribute.position',
  imageUrl: 'commerce-bridge.attribute.picture',
};

/** The label of an attribute of a cached record; undefined for one that the site added itself. */
export function attributeText(name: string): TranslationKey | undefined {
  return isProductField(name) ? fieldTexts[name] : attributeTexts[name];
}

/** Labels of attributes, without duplicates: a product's categories are stored both as ids and as relations. */
export function attributeWords(names: readonly string[], t: Translate): string {
  const words = names.map((name) => {
    const text = attributeText(name);
    return text === undefined ? name : t(text);
  });
  return [...new Set(words)].join(', ');
}
