import type { CatalogBrand, CatalogCategory, CatalogProduct } from '../catalog/model';
import { productsPath } from './reading/products-path';
import { type ResponseById, readById } from './reading/read-by-id';
import { completeProducts, type CompletionRequest } from './reading/complete-products';
import { mapBrand } from './mapping/map-brand';
import { mapCategory } from './mapping/map-category';
import { mapProduct } from './mapping/map-product';
import { mapStore } from './mapping/map-store';
import { type ProductPage, readProductPage } from './reading/product-page';
import { type YieldIfDue, inTurns, mapItems, onceEach, readItems, type ReadItems } from './reading/read-items';
import { readIdPage } from './reading/read-ids';
import { readInHalves, readInParts } from './reading/read-in-halves';
import { type Listing, readAllPages, readPage } from './reading/read-pages';
import { type DrawVersion, versionOf } from './reading/versioned-read';
import { productsPerPage as sweepLimit, readSweepPage } from './reading/sweep-listing';
import type { UpstreamCatalog } from './upstream-catalog';
import { UpstreamTooLargeError } from './http/upstream-errors';
import type { UpstreamHttp, UpstreamQuery } from './http/upstream-http';
import { wireProduct, type WireProduct } from './wire/wire-product';
import { wireStore } from './wire/wire-store';
import { wireBrand, wireCategory, wireTrees } from './wire/wire-taxonomy';

/** Products per request (behavior 5.1). */
const productsPerPage = 50;

/** Upstream's largest page (upstream 3.1, 3.2). */
const taxonomyPerPage = 250;

const categoriesPath = '/v3/catalog/trees/categories';
const brandsPath = '/v3/catalog/brands';

/**
 * Never `options` or `modifiers`: asking for them silently shrinks upstream's pages to 10 (upstream 2.2). Sorted by id,
 * so that a listing does not shift while products are edited.
 */
export const productQuery = {
  include: ['variants', 'images', 'custom_fields', 'channels'],
  sort: 'id',
  direction: 'asc',
  limit: productsPerPage,
} as const;

interface Computing {
  http: UpstreamHttp;
  yieldIfDue: YieldIfDue;
}

/** The parts with which a catalog is read. */
export interface UpstreamCatalogParts extends Computing {
  drawVersion: DrawVersion;
}

/** The catalog of one store, read over its REST API and mapped. */
export function createUpstreamCatalog({
  http: plainHttp,
  yieldIfDue,
  drawVersion,
}: UpstreamCatalogParts): UpstreamCatalog {
  // Fetched with the first page and cached for the rest of that listing.
  const treeIds = new Map<number, readonly number[]>();
  const read = <Result>(work: (http: UpstreamHttp) => Promise<Result>) =>
    versionOf({ http: plainHttp, drawVersion }, work);
  const versioned = async <Result>(work: (http: UpstreamHttp) => Promise<Result>) => {
    const { result, readVersion } = await read(work);
    return { ...result, readVersion };
  };

  return {
    readStoreFacts: ({ signal } = {}) =>
      versioned(async (http) => mapStore(await http.request({ path: '/v2/store', schema: wireStore, signal }))),

    readCategories: ({ page, channelId, ...request }) =>
      versioned(async (http) => {
        const trees =
          (page === 1 ? undefined : treeIds.get(channelId)) ?? (await readTreeIds(http, { channelId, ...request }));
        treeIds.set(channelId, trees);
        if (trees.length === 0) return { items: [], failures: [], received: 0, total: 0, page, totalPages: 0 };
        const query = { 'tree_id:in': trees, limit: taxonomyPerPage };
        const { data, ...counts } = await readPage(http, { path: categoriesPath, query, ...request }, page);
        return { ...readCategoryItems(data), received: data.length, ...counts, page };
      }),

    readBrands: ({ page, ...request }) =>
      versioned(async (http) => {
        const { data, ...counts } = await readPage(
          http,
          { path: brandsPath, query: { limit: taxonomyPerPage }, ...request },
          page,
        );
        return { ...readBrandItems(data), received: data.length, ...counts, page };
      }),

    readProducts: async ({ page, modifiedSince, ...request }) => {
      const query = { ...productQuery, 'date_modified:min': modifiedSince && upstreamMoment(modifiedSince) };
      const { result, readVersion } = await read((http) => readPageOrItsParts({ http, query, page, ...request }));
      const { products: items, failures, received, total, totalPages } = result;
      return { items, failures, received, total, totalPages, page, readVersion };
    },

    readProductIds: ({ of, page, modifiedSince, ...request }) => {
      const limit = of === 'sweep' ? sweepLimit : productsPerPage;
      const query = { limit, 'date_modified:min': modifiedSince && upstreamMoment(modifiedSince) };
      return readIdPage(plainHttp, { query, page, ...request });
    },

    sweepProducts: (request) => versioned((http) => readSweepPage({ http, yieldIfDue }, request)),

    readProductsById: ({ ids, ...request }) =>
      versioned((http) => readInHalves(ids, (some) => readProductsById(some, { http, ...request }))),

    readCategoriesById: ({ ids, channelId, ...request }) =>
      versioned(async (http) => {
        const trees = await readTreeIds(http, { channelId, ...request });
        if (trees.length === 0) return { items: [], failures: [], hasNoTree: true };
        const query = { 'tree_id:in': trees, 'category_id:in': ids, limit: taxonomyPerPage };
        return readById(
          {
            path: categoriesPath,
            ask: () => readAllItems({ http, path: categoriesPath, query, ...request }, readCategoryItems),
          },
          { ids },
        );
      }),

    readBrandsById: ({ ids, ...request }) => {
      const query = { 'id:in': ids, limit: taxonomyPerPage };
      return versioned((http) =>
        readById(
          { path: brandsPath, ask: () => readAllItems({ http, path: brandsPath, query, ...request }, readBrandItems) },
          { ids },
        ),
      );
    },
  };

  /** Reads a page, or its products by id when the page exceeds the size limit. */
  async function readPageOrItsParts({ http, query, page, ...request }: ProductPageQuery): Promise<ProductPage> {
    try {
      return await requestProductPage({ http, query, page, ...request });
    } catch (error) {
      if (!(error instanceof UpstreamTooLargeError)) throw error;
      const { ids, total, ...counts } = await readIdPage(http, { query, page, ...request });
      const { items, failures } = await readInParts(ids, {
        most: Math.ceil(productsPerPage / 2),
        read: (some) => readProductsById(some, { http, ...request }),
      });
      const vanished = ids.length - items.length - failures.length;
      return { products: items, incomplete: [], failures, ...counts, total: total - vanished };
    }
  }

  function readProductsById(
    ids: readonly number[],
    { http, ...request }: CompletionRequest & Pick<Computing, 'http'>,
  ): Promise<ReadItems<CatalogProduct>> {
    const query = { ...productQuery, 'id:in': ids };
    return readById({ path: productsPath, ask: () => readAllProducts({ http, query, ...request }) }, { ids });
  }

  async function requestProductPage({
    http,
    query,
    page,
    channelId,
    ...request
  }: ProductPageQuery): Promise<ProductPage> {
    const { products, incomplete, failures, ...counts } = await http.request({
      path: productsPath,
      query: { ...query, page },
      reader: (body) => readProductPage(body, { page, channelId, yieldIfDue }),
      ...request,
    });
    const rest = await completeAndMap({ http, yieldIfDue }, incomplete, { channelId, ...request });
    const all = rest.items.length === 0 ? products : [...products, ...rest.items].sort((a, b) => a.id - b.id);
    return { products: all, incomplete: [], failures: [...failures, ...rest.failures], ...counts };
  }

  async function readAllProducts(listing: Omit<ProductPageQuery, 'page'>): Promise<ResponseById<CatalogProduct>> {
    const response: ResponseById<CatalogProduct> = { items: [], failures: [], total: 0 };
    for (let page = 1; ; page += 1) {
      const { products, failures, received, total, totalPages } = await requestProductPage({ ...listing, page });
      response.items.push(...products);
      response.failures.push(...failures);
      response.total = total;
      if (received === 0 || page >= totalPages) return response;
    }
  }

  async function readAllItems<Item>(
    { http, ...listing }: Listing & Pick<Computing, 'http'>,
    read: (data: readonly unknown[]) => ReadItems<Item>,
  ): Promise<ResponseById<Item>> {
    const { data, total } = await readAllPages(http, listing);
    return { ...read(data), total };
  }
}

interface ProductPageQuery extends CompletionRequest, Pick<Computing, 'http'> {
  query: UpstreamQuery;
  /** From 1. */
  page: number;
}

export async function readProductItems(
  parts: Computing,
  data: readonly unknown[],
  request: CompletionRequest,
): Promise<ReadItems<CatalogProduct>> {
  const read = await inTurns(data, parts.yieldIfDue, (some) =>
    readItems(some, { entity: 'product', schema: wireProduct, idField: 'id' }),
  );
  const { items, failures } = await completeAndMap(parts, read.items, request);
  return { items, failures: [...read.failures, ...failures] };
}

async function completeAndMap(
  { http, yieldIfDue }: Computing,
  wires: readonly WireProduct[],
  request: CompletionRequest,
): Promise<ReadItems<CatalogProduct>> {
  if (wires.length === 0) return { items: [], failures: [] };
  const complete = await completeProducts(http, wires, request);
  const mapped = await inTurns(onceEach(complete.products), yieldIfDue, (some) =>
    mapItems(some, { entity: 'product', map: (wire) => mapProduct(wire, request), label: (wire) => wire }),
  );
  return { items: mapped.items, failures: [...complete.failures, ...mapped.failures] };
}

function readCategoryItems(data: readonly unknown[]): ReadItems<CatalogCategory> {
  const read = readItems(data, { entity: 'category', schema: wireCategory, idField: 'category_id' });
  const label = (wire: { category_id: number; name: string }) => ({ id: wire.category_id, name: wire.name });
  return inOrder(read, mapItems(read.items, { entity: 'category', map: mapCategory, label }));
}

function readBrandItems(data: readonly unknown[]): ReadItems<CatalogBrand> {
  const read = readItems(data, { entity: 'brand', schema: wireBrand, idField: 'id' });
  return inOrder(read, mapItems(read.items, { entity: 'brand', map: mapBrand, label: (wire) => wire }));
}

/** Upstream guarantees no order for categories and brands; within a page we sort by id. */
function inOrder<Item extends { id: number }>(
  read: Pick<ReadItems<unknown>, 'failures'>,
  mapped: ReadItems<Item>,
): ReadItems<Item> {
  return { items: mapped.items.sort((a, b) => a.id - b.id), failures: [...read.failures, ...mapped.failures] };
}

/**
 * The category trees that the channel shows. There may be none, as for a channel that is not a storefront; then the
 * channel has no categories, and a listing without this filter would return those of every channel.
 */
async function readTreeIds(http: UpstreamHttp, { channelId, ...request }: CompletionRequest): Promise<number[]> {
  const { data } = await http.request({
    ...request,
    path: '/v3/catalog/trees',
    query: { 'channel_id:in': channelId },
    schema: wireTrees,
  });
  return data
    .filter(({ channels }) => !channels || channels.length === 0 || channels.includes(channelId))
    .map((tree) => tree.id);
}

/** Always with a time: to a bare date upstream adds the current time of day (upstream 2.2). */
function upstreamMoment(moment: Date): string {
  return moment.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
