/** The public interface of this room. */
export type {
  CatalogBrand,
  CatalogCategory,
  CatalogCustomField,
  CatalogImage,
  CatalogProduct,
  CatalogVariant,
  CatalogVariantOption,
  EntityKind,
  StoreFacts,
} from './catalog-types';
export type { ListChangedProducts } from './list-changed-products';
export type { ChangeOrigin } from './change-origins';
export type { MarketProductRecord, MarketSide } from './market-reader';
export type { FindBreadcrumbs } from './find-breadcrumbs';
export { changesBetween, type FieldChange } from './product-differences';
export type {
  Adjustment,
  CatalogModifier,
  CatalogModifierValue,
  ModifierLimits,
  ProductModifiers,
} from './product-modifiers';
export type { CatalogMetafield, ListedMetafield, ProductMetafields } from './product-metafields';
export type { ProductDepth, ProductFilter, ProductListRequest, ProductReader, ProductRecord } from './product-reader';
export type { EmbeddedList, SweptProduct } from './swept-product';
export type { BrandName, TaxonomyPage, TaxonomyReader } from './taxonomy-reader';
export { fold, searchTextOf } from './text';
export { isUpstreamId, largestId, upstreamIdIn } from './upstream-ids';
