import type { CatalogProduct } from '../model/catalog-types';
import { permalinkOf, presentImage, presentVariant } from './product-view';
import { formatWeight } from '../model/weight';

/*
 * What the REST API returns for a product, precomputed as JSON text when its record is written. A read concatenates
 * texts and parses nothing. Values that can change without a write of the record are excluded: its slug, the slugs of
 * its categories, the setting "product page address", the store's unit. The description is not repeated: the record
 * already holds it as it is returned.
 */

/** The prepared columns of a product. Lines of JSON, none of which contains a line break. */
export interface PreparedColumns {
  /** Name, price, sale price, images, stock; then the ids of its categories in upstream's order. */
  preparedItem: string;
  /** Variants, tags, SKU, weight. */
  preparedDetails: string;
}

/** A prepared record, as read. */
export interface PreparedRecord {
  id: number;
  slug: string;
  content: string;
  preparedItem: string;
}

/** What a response depends on apart from the record. */
export interface PreparedContext {
  /** Slugs of visible categories as JSON, by id. */
  categorySlugs: ReadonlyMap<number, string>;
  /** The setting "product page address": an address with `{slug}`. */
  productPageAddress: string;
}

/** A further market's values for a product, which replace its record's. */
export interface PreparedOffer {
  price: number | null;
  salePrice: number | null;
  inStock: boolean;
}

/** A product as JSON text. */
export interface PreparedItem {
  id: number;
  json: string;
}

export function prepareColumns(product: CatalogProduct): PreparedColumns {
  const { title, price, salePrice, images, inStock, categoryIds, variants, tags, sku, weight } = product;
  return {
    preparedItem: linesOf([title, price, salePrice, images.map(presentImage), inStock, categoryIds]),
    preparedDetails: linesOf([variants.map((variant) => presentVariant(variant, new Set())), tags, sku, weight]),
  };
}

/** Equals the JSON of what `presentListItem` returns without groups, for the record itself or at this offer. */
export function presentPreparedItem(
  record: PreparedRecord,
  { categorySlugs, productPageAddress, offer }: PreparedContext & { offer?: PreparedOffer },
): PreparedItem {
  const [name, ownPrice, ownSalePrice, images, ownStock, categories] = record.preparedItem.split('\n');
  const { price, salePrice, inStock } = offer ?? { price: ownPrice, salePrice: ownSalePrice, inStock: ownStock };
  const { id, slug, content } = record;
  return {
    id,
    json:
      `{"id":${id},"name":${name},"slug":${JSON.stringify(slug)},"price":${price},"description":${JSON.stringify(content)},` +
      `"images":${images},"categories":${slugsOf(categories, categorySlugs)},"sale_price":${salePrice},"in_stock":${inStock},` +
      `"permalink":${JSON.stringify(permalinkOf(slug, productPageAddress))}}`,
  };
}

/** Equals the JSON of what `presentProduct` returns without groups. */
export function presentPreparedProduct(
  record: PreparedRecord & { preparedDetails: string },
  { categorySlugs, weightUnit }: Pick<PreparedContext, 'categorySlugs'> & { weightUnit: string | null },
): PreparedItem {
  const [name, price, , images, , categories] = record.preparedItem.split('\n');
  const [variants, tags, sku, weight] = record.preparedDetails.split('\n');
  const { id, slug, content } = record;
  return {
    id,
    json:
      `{"id":${id},"name":${name},"slug":${JSON.stringify(slug)},"price":${price},"description":${JSON.stringify(content)},` +
      `"images":${images},"categories":${slugsOf(categories, categorySlugs)},"variants":${variants},"tags":${tags},` +
      `"meta":{"sku":${sku},"weight":${JSON.stringify(formatWeight(Number(weight), weightUnit))}}}`,
  };
}

/** The ids of a product's categories. */
export function preparedCategoryIds(preparedItem: string): number[] {
  return idsOf(preparedItem.slice(preparedItem.lastIndexOf('\n') + 1));
}

function slugsOf(categories: string | undefined, categorySlugs: ReadonlyMap<number, string>): string {
  const slugs = idsOf(categories ?? '[]')
    .map((id) => categorySlugs.get(id))
    .filter((slug) => slug !== undefined);
  return `[${slugs.join(',')}]`;
}

function idsOf(list: string): number[] {
  return list === '[]' ? [] : list.slice(1, -1).split(',').map(Number);
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}
