import type { ProductSummary } from '../catalog/product-model';
import {
  anyOfFilter,
  dateFilter,
  flagFilter,
  numberFilters,
  parseNumbers,
  textFilter,
  textListFilter,
  wordFilter,
  type Filters,
} from './filters';
import { productPrice } from './present';

const ALL_OPERATORS = ['', ':in', ':not_in', ':min', ':max', ':greater', ':less'] as const;

/** What `keyword` searches in addition to the summary; only read if that filter is used. */
export interface Keywords {
  of(product: ProductSummary): string;
}

/** Filters of `GET /catalog/products` (upstream 2.1), with the operators of the OpenAPI document. */
export function productFilters(keywords: Keywords): Filters<ProductSummary> {
  return {
    ...numberFilters<ProductSummary>('id', (product) => product.id, ALL_OPERATORS),
    ...numberFilters<ProductSummary>('inventory_level', (product) => product.fields.inventory_level, ALL_OPERATORS),
    ...numberFilters<ProductSummary>('price', (product) => product.fields.price, ['']),
    ...numberFilters<ProductSummary>('weight', (product) => product.fields.weight, ['']),
    ...numberFilters<ProductSummary>('brand_id', (product) => product.fields.brand_id, ['']),
    ...numberFilters<ProductSummary>('total_sold', (product) => product.fields.total_sold, ['']),
    'channel_id:in': anyOfFilter((product) => product.channels),
    // All of the listed categories, according to upstream's documentation (upstream 2.1).
    'categories:in': (raw, name, context) => {
      const wanted = parseNumbers(raw, name, context);
      return (product) => wanted.every((id) => product.fields.categories.includes(id));
    },
    // Misses products in several categories, like upstream.
    categories: (raw) => (product) =>
      product.fields.categories.length === 1 && String(product.fields.categories[0]) === raw,
    name: textFilter((product) => product.fields.name),
    mpn: textFilter((product) => product.fields.mpn),
    upc: textFilter((product) => product.fields.upc),
    sku: textFilter((product) => product.fields.sku),
    'sku:in': textListFilter((product) => product.fields.sku),
    type: textFilter((product) => product.fields.type),
    availability: textFilter((product) => product.fields.availability),
    condition: wordFilter((product) => product.fields.condition),
    is_visible: flagFilter((product) => product.fields.is_visible),
    is_featured: flagFilter((product) => product.fields.is_featured),
    is_free_shipping: flagFilter((product) => product.fields.is_free_shipping),
    out_of_stock: flagFilter((product) => isTracked(product) && product.fields.inventory_level <= 0),
    inventory_low: flagFilter(
      (product) => isTracked(product) && product.fields.inventory_level <= product.fields.inventory_warning_level,
    ),
    date_modified: dateFilter(
      (product) => product.modified,
      (value, wanted) => value === wanted,
    ),
    'date_modified:min': dateFilter(
      (product) => product.modified,
      (value, wanted) => value >= wanted,
    ),
    'date_modified:max': dateFilter(
      (product) => product.modified,
      (value, wanted) => value <= wanted,
    ),
    date_last_imported: dateFilter(
      (product) => product.lastImported,
      (value, wanted) => value === wanted,
    ),
    'date_last_imported:not': dateFilter(
      (product) => product.lastImported,
      (value, wanted) => value !== wanted,
    ),
    'date_last_imported:min': dateFilter(
      (product) => product.lastImported,
      (value, wanted) => value >= wanted,
    ),
    'date_last_imported:max': dateFilter(
      (product) => product.lastImported,
      (value, wanted) => value <= wanted,
    ),
    keyword: (raw) => (product) => keywords.of(product).toLowerCase().includes(raw.toLowerCase()),
    keyword_context: () => () => true,
  };
}

export const PRODUCT_SORTS = [
  'id',
  'name',
  'sku',
  'price',
  'date_modified',
  'date_last_imported',
  'inventory_level',
  'is_visible',
  'total_sold',
  'calculated_price',
] as const;

/** Sorts by the named field, then by id. */
export function compareProducts(sort: string, left: ProductSummary, right: ProductSummary): number {
  const first = sortValue(sort, left);
  const second = sortValue(sort, right);
  if (first === second) return left.id - right.id;
  return first < second ? -1 : 1;
}

function sortValue(sort: string, product: ProductSummary): string | number {
  const { fields } = product;
  switch (sort) {
    case 'name':
      return fields.name.toLowerCase();
    case 'sku':
      return fields.sku.toLowerCase();
    case 'price':
      return fields.price;
    case 'date_modified':
      return product.modified;
    case 'date_last_imported':
      return product.lastImported ?? 0;
    case 'inventory_level':
      return fields.inventory_level;
    case 'is_visible':
      return Number(fields.is_visible);
    case 'total_sold':
      return fields.total_sold;
    case 'calculated_price':
      return productPrice(fields);
    default:
      return product.id;
  }
}

function isTracked(product: ProductSummary): boolean {
  return product.fields.inventory_tracking !== 'none';
}
