import { toNumber } from '../../database/database';
import type { ProductColumns } from '../columns/product-columns';
import { type ColumnFilter, selectFew, selectPage } from '../columns/select-page';
import type { KeptColumns } from '../columns/kept-columns';
import { type CatalogSource, selectBrandId, selectCategoryId } from '../tables/product-conditions';
import type { ProductFilter, ProductListRequest } from '../model/product-reader';
import { fold } from '../model/text';
import { whereTextIs } from '../tables/text-conditions';
import type { ListMemory } from './list-memory';
import type { ProductListPage } from './page';
import type { ProductStatements } from './product-statements';
import { includesSorted, type SearchMatches } from './search-matches';

export interface FoundPage {
  /** Across all pages. */
  total: number;
  page: ProductListPage;
}

export type PageQuery = Omit<ProductListRequest, 'depth'>;

// The most slugs and names that are remembered, since requests can contain made-up ones.
const mostNames = 1000;
// Reading the texts of this many products is faster than finding all matches of a broad term in the catalog.
const mostSearched = 8000;

/** Translates filters into those of the columns; slugs and SKUs are looked up by statements. */
export function createColumnFilters({
  source,
  statements,
  memory,
}: {
  source: CatalogSource;
  statements: Pick<ProductStatements, 'published'>;
  memory: ListMemory;
}) {
  const names = memory.kindOf<number | null>(mostNames);

  /** The id of a brand or visible category. */
  const idNamed = (kind: 'brand' | 'category', name: string): Promise<number | null> =>
    memory.remember(names, { key: `${kind} ${name}`, dependencies: [] }, async () => {
      const query = kind === 'brand' ? selectBrandId(source, name) : selectCategoryId(source, name);
      const [id]: unknown[] = await query.pluck(`${kind}.upstream_id`);
      return id === undefined ? null : toNumber(id);
    });

  async function idsOfSku(sku: string): Promise<number[]> {
    const query = statements.published('few');
    whereTextIs(query, { column: 'product.sku', text: sku });
    const found: unknown[] = await query.pluck('product.upstream_id');
    return found.map(toNumber);
  }

  /** Translates all but the search; null: nothing can match. */
  return async function columnFilterOf(filter: Omit<ProductFilter, 'search'>): Promise<ColumnFilter | null> {
    const { categorySlug, brand, sku, ids, minPrice, maxPrice, inStock, onSale, ...others } = filter;
    // A condition that is not handled here fails to compile.
    void (others satisfies Record<string, never>);
    const categoryId = categorySlug === undefined ? undefined : await idNamed('category', categorySlug);
    const brandId = brand === undefined ? undefined : await idNamed('brand', brand);
    if (categoryId === null || brandId === null) return null;
    const named = [ids, sku === undefined ? undefined : await idsOfSku(sku)].flatMap((list) =>
      list ? [Float64Array.from(list).sort()] : [],
    );
    const translated = { categoryId, brandId, minPrice, maxPrice, inStock, onSale, ids: inAll(named) };
    return translated satisfies Record<keyof ColumnFilter, unknown>;
  };
}

/** Finds pages in the product columns. Statements only look up what these don't have: slugs, SKUs, and search terms. */
export function createColumnPages({
  matches,
  columns: kept,
  ...options
}: {
  source: CatalogSource;
  statements: Pick<ProductStatements, 'published'>;
  matches: SearchMatches;
  memory: ListMemory;
  columns: Pick<KeptColumns, 'current'>;
}) {
  const columnFilterOf = createColumnFilters(options);

  /** If few products pass the other filters, searches their texts; otherwise, finds all matches in the catalog. */
  async function searched(columns: ProductColumns, filter: ColumnFilter, term: string): Promise<ColumnFilter> {
    const few = selectFew(columns, filter, mostSearched);
    const found = few ? await matches.findAmong(few, term) : await matches.find(term);
    return { ...filter, ids: inAll([found, ...(filter.ids ? [filter.ids] : [])]) };
  }

  /** Null if the columns are not loaded. */
  return async function findInColumns(request: PageQuery): Promise<FoundPage | null> {
    const { filter, orderBy, direction, page, pageSize } = request;
    const columns = await kept.current();
    if (!canServe(columns, request)) return null;
    const term = fold(filter.search ?? '');
    const unsearched = await columnFilterOf(filter);
    if (unsearched === null) return { total: 0, page: { kind: 'ids', ids: [] } };
    const wanted = term === '' ? unsearched : await searched(columns, unsearched, term);
    // A change may have moved too many titles meanwhile.
    if (!canServe(columns, request)) return null;
    const offset = (page - 1) * pageSize;
    const { total, ids } = selectPage(columns, { filter: wanted, orderBy, direction, offset, limit: pageSize });
    return { total, page: { kind: 'ids', ids } };
  };
}

/** Whether the columns have the requested order. */
export function canServe(
  columns: ProductColumns | null,
  { orderBy }: Pick<PageQuery, 'orderBy'>,
): columns is ProductColumns {
  return columns !== null && (orderBy !== 'title' || columns.hasTitles);
}

/** The ids that all of the ascending lists contain; undefined if there are no lists. */
export function inAll(lists: readonly Float64Array[]): Float64Array | undefined {
  const [first, ...others] = [...lists].sort((one, other) => one.length - other.length);
  return others.length === 0 ? first : first?.filter((id) => others.every((list) => includesSorted(list, id)));
}
