import { toNumber } from '../../database/database';
import { matchesInOrder, type SearchedList } from '../reading/ordered-matches';
import { walkTogether } from '../reading/page-cursors';
import type { SearchMatches } from '../reading/search-matches';
import type { CatalogSource } from '../tables/product-conditions';
import type { DatabaseRow } from '../tables/product-rows';
import { type BrowsedMatches, createBrowsedMatches } from './browsed-matches';
import { browsedProducts, browsedScopes, isNarrowing } from './browsed-scopes';
import type { BrowseFilter, BrowseRequest } from './product-browser';

/** The ids of a page in order, and the total across all pages. */
export interface BrowsedPage {
  ids: readonly number[];
  total: number;
}

interface Part {
  limit: number;
  offset: number;
}

type FindIds = (request: BrowseRequest, part: Part) => Promise<readonly number[]>;

// Up to this many matches are passed to the database by id; beyond that, the list is scanned in order and matches are
// picked out.
const fewMatches = 1000;
const walkedAtFirst = 2000;

/** Finds the products on a page of an administrator's list: paged like a public list, over more products. */
export function createBrowsedPages({ source, matches }: { source: CatalogSource; matches: SearchMatches }) {
  const { database } = source;
  const browsedMatches = createBrowsedMatches({ source, matches });

  async function countOf(filter: BrowseFilter): Promise<number> {
    const [counted]: DatabaseRow[] = await browsedProducts(filter, source).count({ count: '*' });
    return toNumber(counted?.count);
  }

  const idsOf: FindIds = async ({ filter, orderBy, direction }, part) => {
    const scopes = browsedScopes(filter, { source, orderBy });
    const rows: DatabaseRow[] = await walkTogether(database, { scopes, direction, ...part });
    return rows.map(({ id }) => toNumber(id));
  };

  const browseAll = async (request: BrowseRequest): Promise<BrowsedPage> =>
    pageOf(request, { total: await countOf(request.filter), find: idsOf });

  const searched = (
    request: BrowseRequest,
    { matching, first }: { matching: BrowsedMatches; first: number },
  ): SearchedList => {
    let offset = 0;
    let limit = first;
    return {
      size: matching.size,
      matches: matching.has,
      // Double the step each time: getting to the next start costs as much as reading what follows it.
      readOn: async () => {
        const ids = await idsOf(request, { limit, offset });
        const isLast = ids.length < limit;
        offset += limit;
        limit *= 2;
        return { ids, isLast };
      },
    };
  };

  const pickedFrom =
    (matching: BrowsedMatches): FindIds =>
    async (request, { limit, offset }) => {
      const list = searched(request, { matching, first: walkedAtFirst });
      const picked = await matchesInOrder(list, offset + limit);
      return picked.slice(offset, offset + limit);
    };

  async function search(request: BrowseRequest, text: string): Promise<BrowsedPage> {
    const { filter, page, pageSize } = request;
    const matching = await browsedMatches(text, filter.status);
    const ids = filter.ids ? filter.ids.filter((id) => matching.has(id)) : null;
    if (ids || matching.size <= fewMatches)
      return browseAll({ ...request, filter: { ...filter, ids: ids ?? matching.all() } });
    if (!isNarrowing(filter)) return pageOf(request, { total: matching.size, find: pickedFrom(matching) });
    const list = searched(request, { matching, first: (await countOf(filter)) + 1 });
    const found = await matchesInOrder(list, Infinity);
    const start = (page - 1) * pageSize;
    return { ids: found.slice(start, start + pageSize), total: found.length };
  }

  return function findPage(request: BrowseRequest): Promise<BrowsedPage> {
    const { search: typed, ...filter } = request.filter;
    const text = typed?.trim() ?? '';
    return text === '' ? browseAll({ ...request, filter }) : search({ ...request, filter }, text);
  };
}

async function pageOf(request: BrowseRequest, { total, find }: { total: number; find: FindIds }): Promise<BrowsedPage> {
  const { page, pageSize } = request;
  const offset = (page - 1) * pageSize;
  if (offset >= total) return { ids: [], total };
  const limit = Math.min(pageSize, total - offset);
  // Past the middle, a page is closer to the end.
  const remaining = total - offset - limit;
  if (offset <= remaining) return { ids: await find(request, { limit, offset }), total };
  const direction = request.direction === 'asc' ? 'desc' : 'asc';
  const backwards = await find({ ...request, direction }, { limit, offset: remaining });
  return { ids: [...backwards].reverse(), total };
}
