import type { RecordEntity } from '../../../contracts/admin/records';
import type { TranslationKey } from '../hooks/use-translate';

type Labels = Record<string, TranslationKey>;

const shared = {
  title: 'commerce-bridge.product.title',
  slug: 'commerce-bridge.product.slug',
  content: 'commerce-bridge.product.content',
  upstreamId: 'commerce-bridge.failure.id',
  syncedAt: 'commerce-bridge.content.syncedAt',
  withdrawnAt: 'commerce-bridge.product.withdrawn',
} as const satisfies Labels;

/** Labels of our content types' fields in the Content Manager: the same as on our own pages. */
const fieldLabels: Record<RecordEntity, Labels> = {
  product: {
    ...shared,
    publicationStatus: 'commerce-bridge.product.publicationStatus',
    sku: 'commerce-bridge.product.sku',
    price: 'commerce-bridge.product.price',
    salePrice: 'commerce-bridge.product.salePrice',
    calculatedPrice: 'commerce-bridge.product.calculatedPrice',
    inStock: 'commerce-bridge.product.inStock',
    inventoryLevel: 'commerce-bridge.product.inventoryLevel',
    inventoryTracking: 'commerce-bridge.product.inventoryTracking',
    availability: 'commerce-bridge.product.availability',
    weight: 'commerce-bridge.product.weight',
    variants: 'commerce-bridge.product.variants',
    images: 'commerce-bridge.product.images',
    customFields: 'commerce-bridge.product.customFields',
    tags: 'commerce-bridge.product.tags',
    seo: 'commerce-bridge.product.seo',
    upstreamCreatedAt: 'commerce-bridge.product.createdAt',
    upstreamModifiedAt: 'commerce-bridge.product.modifiedAt',
    categories: 'commerce-bridge.product.categories',
    brand: 'commerce-bridge.product.brand',
  },
  category: {
    ...shared,
    path: 'commerce-bridge.attribute.path',
    isVisible: 'commerce-bridge.product.publish',
    sortOrder: 'commerce-bridge.attribute.position',
    imageUrl: 'commerce-bridge.attribute.picture',
    products: 'commerce-bridge.products.title',
  },
  brand: {
    ...shared,
    imageUrl: 'commerce-bridge.attribute.picture',
    products: 'commerce-bridge.products.title',
  },
};

/** By the content type's English name, which Strapi uses as the translation key. */
const typeNames: Labels = {
  'Commerce product': 'commerce-bridge.field.label',
  'Commerce category': 'commerce-bridge.content.category',
  'Commerce brand': 'commerce-bridge.content.brand',
};

/** Translations of our content types' names and field labels, under the keys that Strapi's Content Manager looks up. */
export function contentLabels(texts: Readonly<Record<string, string>>): Record<string, string> {
  const keys = [
    ...Object.entries(typeNames),
    ...Object.entries(fieldLabels).flatMap(([entity, labels]) =>
      Object.entries(labels).map(
        ([field, key]) => [`content-manager.content-types.plugin::commerce-bridge.${entity}.${field}`, key] as const,
      ),
    ),
  ];
  return Object.fromEntries(
    keys.flatMap(([id, key]) => {
      const text = texts[key];
      return text === undefined ? [] : [[id, text]];
    }),
  );
}
