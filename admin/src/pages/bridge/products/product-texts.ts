import type { ProductResync } from '../../../../../contracts/admin/catalog';
import type { CachedProduct, ProductDetail, UpstreamProblem } from '../../../../../contracts/admin/products';
import type { TranslationKey } from '../../../hooks/use-translate';

export type ProductField = keyof CachedProduct;

/** Labels of all fields, in display order: the most important ones first. */
export const fieldTexts: Record<ProductField, TranslationKey> = {
  title: 'commerce-bridge.product.title',
  price: 'commerce-bridge.product.price',
  salePrice: 'commerce-bridge.product.salePrice',
  calculatedPrice: 'commerce-bridge.product.calculatedPrice',
  inStock: 'commerce-bridge.product.inStock',
  inventoryLevel: 'commerce-bridge.product.inventoryLevel',
  inventoryTracking: 'commerce-bridge.product.inventoryTracking',
  availability: 'commerce-bridge.product.availability',
  publicationStatus: 'commerce-bridge.product.publicationStatus',
  sku: 'commerce-bridge.product.sku',
  slug: 'commerce-bridge.product.slug',
  categoryIds: 'commerce-bridge.product.categories',
  brandId: 'commerce-bridge.product.brand',
  variants: 'commerce-bridge.product.variants',
  images: 'commerce-bridge.product.images',
  customFields: 'commerce-bridge.product.customFields',
  tags: 'commerce-bridge.product.tags',
  weight: 'commerce-bridge.product.weight',
  content: 'commerce-bridge.product.content',
  seo: 'commerce-bridge.product.seo',
  relatedIds: 'commerce-bridge.product.related',
  createdAt: 'commerce-bridge.product.createdAt',
  modifiedAt: 'commerce-bridge.product.modifiedAt',
};

export function isProductField(name: string): name is ProductField {
  return Object.hasOwn(fieldTexts, name);
}

export const productFields: ProductField[] = Object.keys(fieldTexts).filter(isProductField);

/** Labels of the properties of list elements and objects. */
export const partTexts: Record<string, TranslationKey | undefined> = {
  name: 'commerce-bridge.product.title',
  sku: 'commerce-bridge.product.sku',
  price: 'commerce-bridge.product.price',
  inventoryLevel: 'commerce-bridge.product.inventoryLevel',
  inStock: 'commerce-bridge.product.inStock',
  isPurchaseDisabled: 'commerce-bridge.product.variant.purchaseDisabled',
  options: 'commerce-bridge.product.options',
  order: 'commerce-bridge.product.order',
  url: 'commerce-bridge.product.address',
  alt: 'commerce-bridge.product.content',
  value: 'commerce-bridge.product.value',
  pageTitle: 'commerce-bridge.product.pageTitle',
  metaDescription: 'commerce-bridge.product.metaDescription',
  metaKeywords: 'commerce-bridge.product.metaKeywords',
};

export const originTexts: Record<NonNullable<ProductDetail['writtenBy']>['kind'], TranslationKey> = {
  run: 'commerce-bridge.product.byRun',
  event: 'commerce-bridge.product.byEvent',
  resync: 'commerce-bridge.product.byResync',
};

export const eventTexts: Record<NonNullable<ProductDetail['waitingEvent']>['status'], TranslationKey> = {
  pending: 'commerce-bridge.product.event.pending',
  failed: 'commerce-bridge.product.event.failed',
  dropped: 'commerce-bridge.product.event.dropped',
};

export const problemTexts: Record<UpstreamProblem, TranslationKey> = {
  not_connected: 'commerce-bridge.upstream.notConnected',
  unauthorized: 'commerce-bridge.upstream.unauthorized',
  scope_missing: 'commerce-bridge.upstream.scopeMissing',
  not_found: 'commerce-bridge.upstream.notFound',
  rate_limited: 'commerce-bridge.upstream.rateLimited',
  unavailable: 'commerce-bridge.upstream.unavailable',
  timeout: 'commerce-bridge.upstream.timeout',
  unreachable: 'commerce-bridge.upstream.unreachable',
  misconfigured: 'commerce-bridge.upstream.misconfigured',
  unexpected: 'commerce-bridge.upstream.unexpected',
};

/** Texts for the outcomes of syncing a single product. */
export const resyncOutcomes: Record<
  ProductResync['outcome'],
  { text: TranslationKey; type: 'success' | 'info' | 'warning' | 'danger' }
> = {
  created: { text: 'commerce-bridge.resync.created', type: 'success' },
  updated: { text: 'commerce-bridge.resync.updated', type: 'success' },
  unchanged: { text: 'commerce-bridge.resync.unchanged', type: 'info' },
  outdated: { text: 'commerce-bridge.resync.outdated', type: 'info' },
  removed: { text: 'commerce-bridge.resync.removed', type: 'warning' },
  absent: { text: 'commerce-bridge.resync.absent', type: 'warning' },
  held: { text: 'commerce-bridge.resync.held', type: 'warning' },
  failed: { text: 'commerce-bridge.resync.failed', type: 'danger' },
};
