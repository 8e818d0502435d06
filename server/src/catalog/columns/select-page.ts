import { flagOf, type ProductColumns } from './product-columns';
import { RowSet } from './row-set';
import type { RowOrder } from './row-order';

/** Conditions on products; absent ones are ignored. */
export interface ColumnFilter {
  categoryId?: number | undefined;
  brandId?: number | undefined;
  /** Inclusive. */
  minPrice?: number | undefined;
  /** Inclusive. */
  maxPrice?: number | undefined;
  inStock?: boolean | undefined;
  onSale?: boolean | undefined;
  /** Ascending; only these products match. */
  ids?: Float64Array | undefined;
}

export interface ColumnRequest {
  filter: ColumnFilter;
  orderBy: 'title' | 'date' | 'price';
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
}

export interface SelectedPage {
  /** Across all pages. */
  total: number;
  ids: number[];
}

// Up to this many matches are sorted; with more, the order is walked, skipping rows that do not match.
const mostSorted = 1000;
// Rows that are not in memory order are read at random, which takes some ten times as long.
const randomReads = 16;

/**
 * The products of a page. Scans the narrowest of: the given ids, the category, the brand, the price range, everything.
 * Takes a few nanoseconds for each product scanned, and for each that is skipped in the page's order, from its nearer
 * end.
 */
export function selectPage(columns: ProductColumns, request: ColumnRequest): SelectedPage {
  const { filter, orderBy } = request;
  const order = { title: columns.byTitle, date: columns.byDate, price: columns.byPrice }[orderBy];
  const candidates = narrowest(columns, filter);
  const isPlain = filter.inStock === undefined && filter.onSale === undefined;
  if (candidates === null && isPlain) return cut(columns, order.rows, request);
  if (candidates === null) {
    const matches = matcherOf(columns, filter);
    const total = columns.countWith(flagsOf(filter));
    return { total, ids: walk(columns, { order, matches, total }, request) };
  }
  if (!candidates.isByPrice || candidates.rows.length * randomReads < columns.count || orderBy === 'price') {
    const found = matching(candidates.rows, matcherOf(columns, filter));
    if (candidates.isByPrice && orderBy === 'price') return cut(columns, found, request);
    if (found.length <= mostSorted) return cut(columns, order.sorted(found), request);
    const { has } = RowSet.of(found, columns.size);
    return { total: found.length, ids: walk(columns, { order, matches: has, total: found.length }, request) };
  }
  const among = allMatching(columns, filter);
  return { total: among.count, ids: walk(columns, { order, matches: among.has, total: among.count }, request) };
}

/** The ids of all products that pass the filter, ascending; null if there are more than `most`. */
export function selectFew(columns: ProductColumns, filter: ColumnFilter, most: number): Float64Array | null {
  const candidates = narrowest(columns, filter);
  if (candidates && (filter.ids || candidates.rows.length * randomReads < columns.count)) {
    const found = matching(candidates.rows, matcherOf(columns, filter));
    return found.length > most ? null : idsOf(columns, found);
  }
  if (candidates === null && columns.countWith(flagsOf(filter)) > most) return null;
  const among = allMatching(columns, filter);
  return among.count > most ? null : idsOf(columns, matching(columns.byId.rows, among.has));
}

/** A loop, as in `matching`: the methods of typed arrays take several times as long. */
function idsOf(columns: ProductColumns, rows: Uint32Array): Float64Array {
  const ids = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) ids[index] = columns.ids[rows[index] ?? 0] ?? 0;
  return ids.sort();
}

/** Which flags are checked, and their required values. */
function flagsOf({ inStock, onSale }: Pick<ColumnFilter, 'inStock' | 'onSale'>): { mask: number; wanted: number } {
  return {
    mask: flagOf.published | (inStock === undefined ? 0 : flagOf.inStock) | (onSale === undefined ? 0 : flagOf.onSale),
    wanted: flagOf.published | (inStock === true ? flagOf.inStock : 0) | (onSale === true ? flagOf.onSale : 0),
  };
}

/** Whether a row passes all conditions but the ids, from which candidates are taken. */
function matcherOf(columns: ProductColumns, filter: ColumnFilter): (row: number) => boolean {
  const { categoryId, brandId, minPrice = -Infinity, maxPrice = Infinity } = filter;
  const { flags, price, brand } = columns;
  const { mask, wanted } = flagsOf(filter);
  return (row) => {
    const charged = price[row] ?? 0;
    return (
      ((flags[row] ?? 0) & mask) === wanted &&
      charged >= minPrice &&
      charged <= maxPrice &&
      (brandId === undefined || brand[row] === brandId) &&
      (categoryId === undefined || columns.isInCategory(row, categoryId))
    );
  };
}

/** Rows to look through. */
interface Candidates {
  rows: Uint32Array;
  /** Whether they are ordered by price; otherwise they are in memory order, or nearly. */
  isByPrice: boolean;
}

/** Null if nothing is narrower than everything. */
function narrowest(columns: ProductColumns, { ids, brandId, categoryId, ...prices }: ColumnFilter): Candidates | null {
  // No other check covers the ids, so they must be the candidates.
  if (ids) return { rows: rowsOfIds(columns, ids), isByPrice: false };
  const lists = [
    ...(brandId === undefined ? [] : [columns.rowsOf('brand', brandId)]),
    ...(categoryId === undefined ? [] : [columns.rowsOf('category', categoryId)]),
  ];
  const range = priceRange(columns, prices);
  if (range) lists.push(range);
  const [rows] = lists.sort((one, other) => one.length - other.length);
  return rows ? { rows, isByPrice: rows === range } : null;
}

function priceRange(
  { byPrice, price }: ProductColumns,
  { minPrice, maxPrice }: Pick<ColumnFilter, 'minPrice' | 'maxPrice'>,
): Uint32Array | null {
  if (minPrice === undefined && maxPrice === undefined) return null;
  const from = minPrice === undefined ? 0 : byPrice.firstPosition((row) => (price[row] ?? 0) < minPrice);
  const to = maxPrice === undefined ? byPrice.length : byPrice.firstPosition((row) => (price[row] ?? 0) <= maxPrice);
  return byPrice.rows.subarray(from, Math.max(from, to));
}

/** Without duplicates. */
function rowsOfIds({ byId, ids: stored }: ProductColumns, ids: Float64Array): Uint32Array {
  const found = new Uint32Array(ids.length);
  const { rows } = byId;
  let count = 0;
  let position = 0;
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? 0;
    if (id === ids[index - 1]) continue;
    // With many ids, the next one is nearby.
    const near = Math.min(rows.length, position + 8);
    while (position < near && (stored[rows[position] ?? 0] ?? 0) < id) position += 1;
    if (position === near) position = byId.firstPosition((row) => (stored[row] ?? 0) < id, position);
    const row = rows[position];
    if (row === undefined || stored[row] !== id) continue;
    found[count] = row;
    count += 1;
  }
  return found.subarray(0, count);
}

function matching(rows: Uint32Array, matches: (row: number) => boolean): Uint32Array {
  const found = new Uint32Array(rows.length);
  let count = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    if (!matches(row)) continue;
    found[count] = row;
    count += 1;
  }
  return found.subarray(0, count);
}

/** Scans every row in memory order, avoiding a function call for each, since there may be a million. */
function allMatching(columns: ProductColumns, filter: ColumnFilter): RowSet {
  const { minPrice = -Infinity, maxPrice = Infinity } = filter;
  const { flags, price, size } = columns;
  const { mask, wanted } = flagsOf(filter);
  const isNarrower = filter.brandId !== undefined || filter.categoryId !== undefined;
  const matches = matcherOf(columns, filter);
  const bits = new Uint32Array(Math.ceil(size / 32));
  let count = 0;
  for (let row = 0; row < size; row += 1) {
    if (((flags[row] ?? 0) & mask) !== wanted) continue;
    const charged = price[row] ?? 0;
    if (charged < minPrice || charged > maxPrice || (isNarrower && !matches(row))) continue;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
    count += 1;
  }
  return new RowSet(bits, count);
}

type Cut = Pick<ColumnRequest, 'direction' | 'offset' | 'limit'>;

/** A page of rows that are already in its order, ascending. */
function cut(columns: ProductColumns, rows: Uint32Array, { direction, offset, limit }: Cut): SelectedPage {
  const total = rows.length;
  const from = direction === 'asc' ? offset : Math.max(0, total - offset - limit);
  const to = direction === 'asc' ? offset + limit : Math.max(0, total - offset);
  const ids = Array.from(rows.subarray(from, to), (row) => columns.ids[row] ?? 0);
  return { total, ids: direction === 'asc' ? ids : ids.reverse() };
}

/** The ids of a page, found by walking its order; `total` is the number of matches. */
function walk(
  columns: ProductColumns,
  { order, matches, total }: { order: RowOrder; matches: (row: number) => boolean; total: number },
  { direction, offset, limit }: Cut,
): number[] {
  const wanted = Math.min(limit, total - offset);
  if (wanted <= 0) return [];
  const isNearStart = offset + wanted <= total / 2;
  const skipped = isNearStart ? offset : total - offset - wanted;
  const isForward = (direction === 'asc') === isNearStart;
  const { rows } = order;
  const found: number[] = [];
  let met = 0;
  for (let index = 0; index < rows.length && found.length < wanted; index += 1) {
    const row = rows[isForward ? index : rows.length - 1 - index] ?? 0;
    if (!matches(row)) continue;
    met += 1;
    if (met > skipped) found.push(columns.ids[row] ?? 0);
  }
  return isNearStart ? found : found.reverse();
}
