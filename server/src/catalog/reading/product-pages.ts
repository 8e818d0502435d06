import type { Knex } from 'knex';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { EventLoop } from '../../lib/clock';
import { createColumnPages, type FoundPage, type PageQuery } from './column-pages';
import type { KeptColumns } from '../columns/kept-columns';
import type { ListMemory } from './list-memory';
import type { ProductListPage } from './page';
import { type Cursor, walk, type WalkRequest } from './page-cursors';
import { type CatalogSource, whereFilter } from '../tables/product-conditions';
import type { ProductFilter } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';
import { createProductScopes } from './product-scope';
import type { ProductStatements } from './product-statements';
import { matchesInOrder, type SearchedList } from './ordered-matches';
import { includesSorted, type SearchMatches } from './search-matches';
import { fold } from '../model/text';

type Request = PageQuery;

// Up to this many ids are read one by one and sorted; beyond that, the list is scanned in order until the page is full.
const fewMatches = 1000;
const walkedAtOnce = 2000;
const nothing: ProductListPage = { kind: 'ids', ids: [] };
const listingOrder = { title: 'listed.title_key', date: 'listed.created', price: 'listed.price' } as const;

/** Finds the products on a page of a list: in the product columns, or by statements while these are not loaded. */
export function createProductPages(options: {
  source: CatalogSource;
  statements: ProductStatements;
  matches: SearchMatches;
  memory: ListMemory;
  columns: Pick<KeptColumns, 'current'>;
  loop: Pick<EventLoop, 'turn'>;
}) {
  const { source, matches, loop } = options;
  const scopeOf = createProductScopes(options);
  const findInColumns = createColumnPages(options);
  async function listAll({ filter, orderBy, direction, page, pageSize }: Request): Promise<FoundPage> {
    const scope = scopeOf(filter, orderBy);
    const total = await countOf(scope.query());
    const offset = (page - 1) * pageSize;
    if (offset >= total) return { total, page: nothing };
    return { total, page: { kind: 'query', query: walk({ scope, direction }, null).limit(pageSize).offset(offset) } };
  }

  /** With few matches, each one is read. */
  async function orderFew(request: Request, ids: Float64Array): Promise<FoundPage> {
    const { filter, orderBy, direction, page, pageSize } = request;
    const others = withoutSearch(filter);
    const query = () => {
      const listed = source
        .database({ listed: ownTables.listedProducts })
        .whereRaw(`listed.product_id in (${ids.join(',')})`);
      if (isEmpty(others)) return listed;
      listed.join({ product: source.tables.tables.product }, 'product.upstream_id', 'listed.product_id');
      return whereFilter(listed, others, source);
    };
    const total = isEmpty(others) ? ids.length : await countOf(query());
    const offset = (page - 1) * pageSize;
    if (offset >= total) return { total, page: nothing };
    const ordered = query()
      .select({ id: 'listed.product_id' })
      .orderBy([
        { column: listingOrder[orderBy], order: direction },
        { column: 'listed.product_id', order: direction },
      ])
      .limit(pageSize)
      .offset(offset);
    return { total, page: { kind: 'query', query: ordered } };
  }

  /** With many matches, the list is scanned in order until enough of them are found. */
  async function orderMany(request: Request, ids: Float64Array): Promise<FoundPage> {
    const { filter, orderBy, direction, page, pageSize } = request;
    const others = withoutSearch(filter);
    const walking: WalkRequest = { scope: scopeOf(others, orderBy), direction };
    const from = (page - 1) * pageSize;
    // Without another filter, the matches are already counted.
    const met = await matchesInOrder(searched(walking, { ids, loop }), isEmpty(others) ? from + pageSize : Infinity);
    const total = isEmpty(others) ? ids.length : met.length;
    return { total, page: { kind: 'ids', ids: met.slice(from, from + pageSize) } };
  }

  return async function findPage(request: Request): Promise<FoundPage> {
    const found = await findInColumns(request);
    if (found) return found;
    const term = fold(request.filter.search ?? '');
    if (term === '') return listAll({ ...request, filter: { ...request.filter, search: undefined } });
    const ids = await matches.find(term);
    const searching = { ...request, filter: { ...request.filter, search: term } };
    if (ids.length === 0) return { total: 0, page: nothing };
    return ids.length <= fewMatches ? orderFew(searching, ids) : orderMany(searching, ids);
  };
}

export type FindPage = ReturnType<typeof createProductPages>;

async function countOf(query: Knex.QueryBuilder): Promise<number> {
  const [row]: DatabaseRow[] = await query.count({ count: '*' });
  return toNumber(row?.count);
}

function withoutSearch(filter: ProductFilter): ProductFilter {
  return { ...filter, search: undefined };
}

function isEmpty(filter: object): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Continues reading the list after the last row it returned. */
function searched(
  walking: WalkRequest,
  { ids, loop }: { ids: Float64Array; loop: Pick<EventLoop, 'turn'> },
): SearchedList {
  let last: Cursor | null = null;
  return {
    size: ids.length,
    matches: (id) => includesSorted(ids, id),
    readOn: async () => {
      const rows: { id: unknown; value: Knex.Value }[] = await walk(walking, last)
        .select({ value: walking.scope.orderColumn })
        .limit(walkedAtOnce);
      const lastRow = rows.at(-1);
      if (lastRow) last = { id: toNumber(lastRow.id), value: lastRow.value };
      await loop.turn();
      return { ids: rows.map(({ id }) => toNumber(id)), isLast: rows.length < walkedAtOnce };
    },
  };
}
