import type { Knex } from 'knex';
import { originOf } from '../model/change-origins';
import { dialectOf, toBoolean, toNumber } from '../../database/database';
import { alongIndex } from '../../database/index-order';
import { tables as ownTables } from '../../database/tables';
import type { PublicationStatus } from '../model/catalog-types';
import type { BrowsedProduct, BrowseFilter, BrowseRequest, KeptProduct, ProductBrowser } from './product-browser';
import { type BrowsedMatches, createBrowsedMatches } from './browsed-matches';
import { readProductChanges } from '../writing/product-history';
import { type CatalogSource, storableIds } from '../tables/product-conditions';
import { type DatabaseRow, dateOf, imagesOf, publicationStatusOf, textOf, trackingOf } from '../tables/product-rows';
import type { SearchMatches } from '../reading/search-matches';
import { storedProductColumns, storedProductOf } from '../tables/stored-product';
import { fold } from '../model/text';

const orderColumns = {
  title: 'product.title_key',
  date: 'product.upstream_created_at',
  price: 'product.calculated_price',
  synced: 'product.synced_at',
} as const;

const orderIndexes = {
  title: 'cb_products_by_title',
  date: 'cb_products_by_date',
  price: 'cb_products_by_price',
  synced: 'cb_products_by_change',
} as const;

const columns = [
  'product.upstream_id',
  'product.title',
  'product.slug',
  'product.sku',
  'product.price',
  'product.sale_price',
  'product.calculated_price',
  'product.publication_status',
  'product.in_stock',
  'product.inventory_tracking',
  'product.inventory_level',
  'product.images',
  'product.synced_at',
];

// Upstream allows a thousand categories on a product; nobody reads so many.
const mostTitles = 400;

const everyStatus: readonly PublicationStatus[] = ['publish', 'draft', 'withdrawn'];
const inTheStore: readonly PublicationStatus[] = ['publish', 'draft'];

/** What is withdrawn is found by its status and by its id. */
function statusesOf({ status, ids }: BrowseFilter): readonly PublicationStatus[] {
  if (status !== undefined) return [status];
  return ids ? everyStatus : inTheStore;
}

// So many matches are given to the database by their ids; of more, the list is walked in its order and they are picked.
const fewMatches = 1000;
const walkedAtFirst = 2000;

/** Every cached product, out of Strapi's own tables. */
export function createStrapiProductBrowser({
  source,
  matches,
}: {
  source: CatalogSource;
  matches: SearchMatches;
}): ProductBrowser {
  const { database, tables } = source;
  const browsedMatches = createBrowsedMatches({ source, matches });

  async function countOf(filter: BrowseFilter): Promise<number> {
    const query = database({ product: tables.tables.product }).count({ count: '*' });
    whereBrowsed(query, filter, source);
    const [counted]: DatabaseRow[] = await query;
    return toNumber(counted?.count);
  }

  /**
   * Ids of one page. The indexes that products are ordered by begin with the status, so each status gives its own
   * first rows, and those are merged: nothing is sorted that is not on this page or before it.
   */
  async function idsOf(
    { filter, orderBy, direction }: BrowseRequest,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<number[]> {
    const { inStock, ...others } = filter;
    const isNarrow = isNarrowing(others);
    const product = { table: tables.tables.product, alias: 'product' };
    const ofStatus = (status: PublicationStatus) => {
      const query = (
        isNarrow
          ? database({ product: product.table })
          : alongIndex(database, { ...product, index: orderIndexes[orderBy] })
      ).select({ upstream_id: 'product.upstream_id', ordered: orderColumns[orderBy] });
      whereBrowsed(query, { ...others, status }, source);
      if (inStock !== undefined) whereStock(query, { inStock, status });
      return query;
    };
    const order = (column: string, id: string) => [
      { column, order: direction },
      { column: id, order: direction },
    ];
    const branches = statusesOf(filter).map(ofStatus);
    const firstOf = (branch: Knex.QueryBuilder) =>
      branch.orderBy(order(orderColumns[orderBy], 'product.upstream_id')).limit(offset + limit);
    // SQLite walks both indexes side by side when it is asked for the whole, and sorts what it is given in parts: a fourth
    // of the time in the middle of 100,000. The others sort all that they are not told to leave out.
    const merged =
      !isNarrow && dialectOf(database) === 'sqlite'
        ? database.unionAll(branches)
        : database
            .queryBuilder()
            .select('upstream_id')
            .from(
              database
                .unionAll(branches.map((branch) => database.select('*').from(firstOf(branch).as('browsed_part'))))
                .as('browsed'),
            );
    const rows: DatabaseRow[] = await merged.orderBy(order('ordered', 'upstream_id')).limit(limit).offset(offset);
    return rows.map((row) => toNumber(row.upstream_id));
  }

  // The indexes that give these orders know nothing of stock, so each row on the way to a far page would be read, and rows
  // are wide: at 100,000 products that took 400 ms. Another index knows all that are in stock, and both are read alone.
  // The plus keeps the database from walking those products instead, and sorting them.
  function whereStock(
    query: Knex.QueryBuilder,
    { inStock, status }: { inStock: boolean; status: PublicationStatus },
  ): void {
    const stocked = database({ stocked: tables.tables.product })
      .select('stocked.id')
      .where({ 'stocked.publication_status': status, 'stocked.in_stock': inStock });
    query.whereRaw('+?? in (?)', ['product.id', stocked]);
  }

  async function productsOf(ids: readonly number[]): Promise<BrowsedProduct[]> {
    if (ids.length === 0) return [];
    const rows: DatabaseRow[] = await database({ product: tables.tables.product })
      .whereIn('product.upstream_id', [...ids])
      .select(columns);
    const products = new Map(rows.map((row) => [toNumber(row.upstream_id), browsedProductOf(row)]));
    return ids.flatMap((id) => products.get(id) ?? []);
  }

  async function titlesOf(entity: 'category' | 'brand', ids: readonly number[]): Promise<Record<string, string>> {
    const wanted = storableIds([...new Set(ids)]).slice(0, mostTitles);
    const rows: DatabaseRow[] =
      wanted.length === 0
        ? []
        : await database(tables.tables[entity]).whereIn('upstream_id', wanted).select('upstream_id', 'title');
    return Object.fromEntries(rows.map((row) => [toNumber(row.upstream_id), textOf(row.title)]));
  }

  type FindIds = (request: BrowseRequest, part: { limit: number; offset: number }) => Promise<number[]>;

  async function pageOf(
    request: BrowseRequest,
    { total, find }: { total: number; find: FindIds },
  ): Promise<{ products: BrowsedProduct[]; total: number }> {
    const { page, pageSize } = request;
    const offset = (page - 1) * pageSize;
    if (offset >= total) return { products: [], total };
    const limit = Math.min(pageSize, total - offset);
    // What lies behind the middle is nearer from the end.
    const behind = total - offset - limit;
    if (offset <= behind) return { products: await productsOf(await find(request, { limit, offset })), total };
    const direction = request.direction === 'asc' ? 'desc' : 'asc';
    const backwards = await find({ ...request, direction }, { limit, offset: behind });
    return { products: await productsOf(backwards.reverse()), total };
  }

  const browseAll = async (request: BrowseRequest) =>
    pageOf(request, { total: await countOf(request.filter), find: idsOf });

  async function search(request: BrowseRequest, text: string): Promise<{ products: BrowsedProduct[]; total: number }> {
    const { filter } = request;
    const matching = await browsedMatches(text, filter.status);
    const ids = filter.ids ? filter.ids.filter((id) => matching.has(id)) : null;
    if (ids || matching.size <= fewMatches)
      return browseAll({ ...request, filter: { ...filter, ids: ids ?? matching.all() } });
    if (!isNarrowing(filter)) return pageOf(request, { total: matching.size, find: pickedFrom(matching) });
    const all = await countOf(filter);
    const found = (await idsOf(request, { limit: all, offset: 0 })).filter((id) => matching.has(id));
    const start = (request.page - 1) * request.pageSize;
    return { products: await productsOf(found.slice(start, start + request.pageSize)), total: found.length };
  }

  /** Walks a list from its start, twice as far each time, until enough of what it passes is among these. */
  const pickedFrom =
    (matching: BrowsedMatches): FindIds =>
    async (request, { limit, offset }) => {
      const picked: number[] = [];
      for (let walked = 0, next = walkedAtFirst; picked.length < offset + limit; next *= 2) {
        const ids = await idsOf(request, { limit: next, offset: walked });
        picked.push(...ids.filter((id) => matching.has(id)));
        if (ids.length < next) break;
        walked += next;
      }
      return picked.slice(offset, offset + limit);
    };

  return {
    browse(request) {
      const { search: typed, ...filter } = request.filter;
      const text = typed?.trim() ?? '';
      return text === '' ? browseAll({ ...request, filter }) : search({ ...request, filter }, text);
    },

    async find(id) {
      const [row]: DatabaseRow[] = await database(tables.tables.product)
        .where({ upstream_id: id })
        .select('document_id', 'created_at', 'synced_at', ...storedProductColumns);
      if (!row) return null;
      const [seen]: DatabaseRow[] = await database(ownTables.readVersions)
        .where({ entity: 'product', upstream_id: id })
        .select('seen_at', 'origin');
      return keptProductOf(row, seen);
    },

    changes: (id) => readProductChanges(database, id),

    async titles({ categories, brands }) {
      return { categories: await titlesOf('category', categories), brands: await titlesOf('brand', brands) };
    },

    async browseTaxonomy({ entity, search, id, page, pageSize }) {
      const table = () => database({ item: tables.tables[entity] });
      const offset = (page - 1) * pageSize;
      const rows = table()
        .select(
          entity === 'category' ? ['item.upstream_id', 'item.title', 'item.path'] : ['item.upstream_id', 'item.title'],
        )
        .orderByRaw('lower(??)', ['item.title'])
        .orderBy('item.upstream_id');
      if (id === undefined) rows.whereNull('item.withdrawn_at');
      else rows.where('item.upstream_id', id);
      const term = fold(search ?? '');
      if (term === '' && id === undefined) {
        const [counted]: DatabaseRow[] = await table().whereNull('item.withdrawn_at').count({ count: '*' });
        return {
          items: (await rows.limit(pageSize).offset(offset)).map(taxonomyItemOf),
          total: toNumber(counted?.count),
        };
      }
      // Titles are not stored folded, and SQLite's own `lower` knows ASCII alone; there are some thousands at most.
      const items = (await rows).map(taxonomyItemOf).filter((item) => fold(item.title).includes(term));
      return { items: items.slice(offset, offset + pageSize), total: items.length };
    },
  };
}

/** Whether more than the status is asked of a product. */
function isNarrowing(filter: BrowseFilter): boolean {
  return Object.values({ ...filter, status: undefined }).some((value) => value !== undefined);
}

/** All but the search, which is looked for by itself. */
function whereBrowsed(query: Knex.QueryBuilder, filter: BrowseFilter, { database, tables }: CatalogSource): void {
  const { name, joinColumn, inverseJoinColumn } = tables.productCategories;
  query.whereIn('product.publication_status', [...statusesOf(filter)]);
  if (filter.inStock !== undefined) query.where('product.in_stock', filter.inStock);
  if (filter.ids) query.whereIn('product.upstream_id', storableIds(filter.ids));
  if (filter.brandId !== undefined) query.where('product.brand_id', filter.brandId);
  if (filter.categoryId !== undefined) {
    const assigned = database({ link: name })
      .select(`link.${joinColumn.name}`)
      .join({ category: tables.tables.category }, 'category.id', `link.${inverseJoinColumn.name}`)
      .where('category.upstream_id', filter.categoryId);
    query.whereIn('product.id', assigned);
  }
}

function taxonomyItemOf(row: DatabaseRow) {
  return { id: toNumber(row.upstream_id), title: textOf(row.title), path: textOf(row.path) };
}

function keptProductOf(row: DatabaseRow, seen: DatabaseRow | undefined): KeptProduct {
  const moment = (value: unknown) => (value === null || value === undefined ? null : dateOf(value));
  return {
    documentId: textOf(row.document_id),
    product: storedProductOf(row),
    cachedAt: moment(row.created_at),
    writtenAt: moment(row.synced_at),
    comparedAt: seen?.seen_at ? new Date(toNumber(seen.seen_at)) : null,
    comparedBy: originOf(seen?.origin),
  };
}

function browsedProductOf(row: DatabaseRow): BrowsedProduct {
  return {
    id: toNumber(row.upstream_id),
    title: textOf(row.title),
    slug: textOf(row.slug),
    sku: textOf(row.sku),
    price: toNumber(row.price),
    salePrice: row.sale_price === null ? null : toNumber(row.sale_price),
    calculatedPrice: toNumber(row.calculated_price),
    publicationStatus: publicationStatusOf(row.publication_status),
    inStock: toBoolean(row.in_stock),
    inventoryTracking: trackingOf(row.inventory_tracking),
    inventoryLevel: toNumber(row.inventory_level),
    image: imagesOf(row.images)[0] ?? null,
    syncedAt: row.synced_at === null || row.synced_at === undefined ? null : dateOf(row.synced_at),
  };
}
