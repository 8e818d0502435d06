import type { ProductOrder } from '../../../../../contracts/admin/products';
import type { ProductsRequest } from '../../../api/products-api';

/** The query parameters in the page's URL, named as in Strapi's own lists. */
export interface ProductsQuery {
  page?: string;
  pageSize?: string;
  _q?: string;
  category?: string;
  brand?: string;
  status?: string;
  stock?: string;
  /** Key of a further market; absent for the default one. */
  market?: string;
  /** For example `title:ASC`. */
  sort?: string;
  /** Upstream id of the product whose drawer is open. */
  product?: string;
}

const productOrders: ProductOrder[] = ['title', 'price', 'date', 'synced'];
const pageSizes = [10, 20, 50, 100];
const longestSearch = 200;

/** Reads the URL; invalid values are ignored, so that an edited URL shows a list instead of an error. */
export function readProductsQuery(query: ProductsQuery): ProductsRequest {
  const [column, way] = (query.sort ?? '').split(':');
  const search = (query._q ?? '').trim().slice(0, longestSearch);
  const category = readId(query.category);
  const brand = readId(query.brand);
  // Everything that a further market sells is visible in the store, so there is no status to filter by.
  const marketKey = readMarketKey(query.market);
  return {
    page: wholeNumber(query.page, 1_000_000) ?? 1,
    pageSize: pageSizes.find((size) => String(size) === query.pageSize) ?? 20,
    sort: productOrders.find((order) => order === column) ?? 'title',
    direction: way === 'DESC' ? 'desc' : 'asc',
    ...(search === '' ? {} : { search }),
    ...(category === null ? {} : { category }),
    ...(brand === null ? {} : { brand }),
    ...(marketKey === null && (query.status === 'publish' || query.status === 'draft' || query.status === 'withdrawn')
      ? { status: query.status }
      : {}),
    ...(query.stock === 'in' || query.stock === 'out' ? { stock: query.stock } : {}),
    ...(marketKey === null ? {} : { market: marketKey }),
  };
}

/** A valid market key; null for anything else. */
function readMarketKey(text: string | undefined): string | null {
  return text !== undefined && /^[a-z0-9-]{1,32}$/.test(text) && text !== 'default' ? text : null;
}

/** An upstream id in the URL; null for anything else. */
export function readId(text: string | undefined): number | null {
  return wholeNumber(text, Number.MAX_SAFE_INTEGER);
}

export function isFiltered({ search, category, brand, status, stock }: ProductsRequest): boolean {
  return [search, category, brand, status, stock].some((value) => value !== undefined);
}

function wholeNumber(text: string | undefined, largest: number): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  return value >= 1 && value <= largest ? value : null;
}
