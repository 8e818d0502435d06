import type { Middleware } from 'openapi-fetch';
import type { ErrorCode } from './contract';
import { CommerceBridgeApiError } from './errors';
import { askStore } from './graphql';
import { inTree, productWithIncluded, withIncluded } from './included';
import { eachOf } from './paging';
import { infoOf, withEntityTag } from './response-info';
import { type ClientOptions, createTransport, dataOf, listOf, recordOf } from './transport';
import type {
  Brand,
  BrandList,
  BrandListQuery,
  Collection,
  CollectionList,
  CollectionDetailGroups,
  CollectionGroups,
  CollectionListQuery,
  CollectionQuery,
  FacetQuery,
  Facets,
  GraphqlDocument,
  GraphqlOptions,
  GraphqlResult,
  Groups,
  Included,
  IncludedProduct,
  ProductGroups,
  ProductList,
  ProductListItem,
  ProductListQuery,
  ProductQuery,
  MarketListItem,
  PagesOptions,
  RelatedProductsQuery,
  RequestOptions,
  ResponseListener,
  SentOptions,
  Sitemap,
  SitemapProduct,
  SitemapQuery,
  Suggestions,
  Store,
} from './types';

/**
 * The REST API of a site with Commerce Bridge. Every method throws `CommerceBridgeApiError` when the API responds with
 * a failure; `orNull` turns "not found" into null.
 */
export interface CommerceBridgeClient {
  /** One page of published products. */
  listProducts<const Asked extends Groups = []>(
    query?: ProductListQuery<Asked>,
    options?: RequestOptions,
  ): Promise<ProductList<Asked>>;
  /**
   * All products that a query finds, page by page, without duplicates. Pages have 100 products unless `per_page` is
   * given; `page` is the first page.
   */
  eachProduct<const Asked extends Groups = []>(
    query?: ProductListQuery<Asked>,
    options?: PagesOptions,
  ): AsyncGenerator<Included<ProductListItem, Asked>, void>;
  /** One product with its variants. Redirects from old slugs are followed: compare `slug` to detect that. */
  readProduct<const Asked extends ProductGroups = []>(
    slug: string,
    query?: ProductQuery<Asked>,
    options?: RequestOptions,
  ): Promise<IncludedProduct<Asked>>;
  listRelatedProducts<const Asked extends Groups = []>(
    slug: string,
    query?: RelatedProductsQuery<Asked>,
    options?: RequestOptions,
  ): Promise<Included<ProductListItem, Asked>[]>;
  /** Products, collections, and brands whose names contain what was typed so far. */
  listSuggestions(
    search: string,
    query?: { per_page?: number | undefined },
    options?: RequestOptions,
  ): Promise<Suggestions>;
  /** How a list with these filters can be narrowed further: counts by brand, collection, price, and stock. */
  readFacets(query?: FacetQuery, options?: RequestOptions): Promise<Facets>;
  /** The addresses of all products, the last changed first, page by page, without duplicates. */
  eachSitemapProduct(options?: PagesOptions): AsyncGenerator<SitemapProduct, void>;
  /** One page of addresses, at most 1,000. A sitemap may contain 50,000, so a large catalog needs several. */
  listSitemap(query?: SitemapQuery, options?: RequestOptions): Promise<Sitemap>;
  /** All brands, or one page if the query asks for it. */
  listBrands(query?: BrandListQuery, options?: RequestOptions): Promise<BrandList>;
  /** A brand by its id or slug; a number is tried as an id first. Redirects from old slugs are followed. */
  readBrand(idOrSlug: number | string, options?: RequestOptions): Promise<Brand>;
  /** All visible categories, or one page if requested; `include: ['tree']` adds their places in the tree. */
  listCollections<const Asked extends CollectionGroups = []>(
    query?: CollectionListQuery<Asked>,
    options?: RequestOptions,
  ): Promise<CollectionList<Asked>>;
  /**
   * One collection with its parent and children; `include` adds the path to it (`breadcrumbs`) and its `image`.
   * Redirects from old slugs are followed.
   */
  readCollection<const Asked extends CollectionDetailGroups = []>(
    slug: string,
    query?: CollectionQuery<Asked>,
    options?: RequestOptions,
  ): Promise<Included<Collection, Asked>>;
  /** The currency, the weight unit, and the store's name and language; unknown values are null. */
  readStore(options?: RequestOptions): Promise<Store>;
  /** The markets that everybody can read; pass a market's key as the option `market`. */
  listMarkets(options?: RequestOptions): Promise<MarketListItem[]>;
  /**
   * Sends a GraphQL document to the store: carts, checkout, customers. The store's own errors are in the result;
   * failures of the site itself (too many requests, the store is down) are thrown.
   */
  graphql<Data = unknown, Variables extends Record<string, unknown> = Record<string, unknown>>(
    document: GraphqlDocument<Data, Variables>,
    variables?: Variables,
    options?: GraphqlOptions,
  ): Promise<GraphqlResult<Data>>;
}

/**
 * Creates a client. It has no state, so the whole frontend can share one.
 *
 * @example
 * const shop = createCommerceBridgeClient({ baseUrl: 'https://cms.example.com/api/commerce-bridge/v1' });
 * const { products, total } = await shop.listProducts({ category: 'mugs', include: ['brand'] });
 */
export function createCommerceBridgeClient(clientOptions: ClientOptions): CommerceBridgeClient {
  const transport = createTransport(clientOptions);

  const client: CommerceBridgeClient = {
    async listProducts(query = {}, options = {}) {
      const { include, ids, ...rest } = query;
      // The API treats an empty list as absent, and would list all products.
      if (ids?.length === 0) return { products: [], total: 0, pages: 0 };
      const result = await transport.GET('/products', {
        ...sent(options),
        params: {
          query: {
            ...rest,
            ...(ids && { ids: [...ids] }),
            ...(include && { include: [...include] }),
            ...inMarket(options),
          },
        },
      });
      const { products, ...counts } = listOf(result, 'products');
      return { ...counts, products: withIncluded(products, { include, response: result.response }) };
    },
    eachProduct: (query = {}, options = {}) =>
      eachOf((page) => client.listProducts({ per_page: 100, ...query, page }, options), query.page ?? 1),
    async readProduct(slug, query = {}, options = {}) {
      const { include } = query;
      const params = {
        path: { slug: segment(slug, 'product_not_found') },
        query: { ...(include && { include: [...include] }), ...inMarket(options) },
      };
      const result = await transport.GET('/products/{slug}', { ...sent(options), params });
      return productWithIncluded(recordOf(result, 'slug'), { include, response: result.response });
    },
    async listRelatedProducts(slug, query = {}, options = {}) {
      const { include, ...rest } = query;
      const params = {
        path: { slug: segment(slug, 'product_not_found') },
        query: { ...rest, ...(include && { include: [...include] }), ...inMarket(options) },
      };
      const result = await transport.GET('/products/{slug}/related', { ...sent(options), params });
      return withIncluded(listOf(result, 'products').products, { include, response: result.response });
    },
    async listSuggestions(search, { per_page: most } = {}, options = {}) {
      const query = { search, ...(most !== undefined && { per_page: most }), ...inMarket(options) };
      return listOf(await transport.GET('/suggestions', { ...sent(options), params: { query } }), 'products');
    },
    async readFacets({ ids, ...query } = {}, options = {}) {
      // As in a list of no ids.
      if (ids?.length === 0) return noFacets();
      const params = { query: { ...query, ...(ids && { ids: [...ids] }), ...inMarket(options) } };
      return recordOf(await transport.GET('/facets', { ...sent(options), params }), 'total');
    },
    eachSitemapProduct: (options = {}) => eachOf((page) => client.listSitemap({ page }, options), 1),
    listSitemap: async (query = {}, options = {}) =>
      listOf(
        await transport.GET('/sitemap', { ...sent(options), params: { query: { ...query, ...inMarket(options) } } }),
        'products',
      ),
    listBrands: async (query = {}, options = {}) =>
      listOf(
        await transport.GET('/brands', { ...sent(options), params: { query: { ...query, ...inMarket(options) } } }),
        'brands',
      ),
    readBrand: async (idOrSlug, options = {}) =>
      recordOf(
        await transport.GET('/brands/{id}', {
          ...sent(options),
          params: { path: { id: segment(String(idOrSlug), 'brand_not_found') }, query: inMarket(options) },
        }),
        'slug',
      ),
    async listCollections(query = {}, options = {}) {
      const { include, ...rest } = query;
      const result = await transport.GET('/collections', {
        ...sent(options),
        params: { query: { ...rest, ...(include && { include: [...include] }), ...inMarket(options) } },
      });
      const { collections, ...counts } = listOf(result, 'collections');
      return { ...counts, collections: inTree(collections, { include, response: result.response }) };
    },
    async readCollection(slug, query = {}, options = {}) {
      const { include } = query;
      const params = {
        path: { slug: segment(slug, 'collection_not_found') },
        query: { ...(include && { include: [...include] }), ...inMarket(options) },
      };
      const result = await transport.GET('/collections/{slug}', { ...sent(options), params });
      const [collection] = withIncluded([recordOf(result, 'slug')], { include, response: result.response });
      return dataOf({ data: collection, response: result.response });
    },
    readStore: async (options = {}) =>
      recordOf(await transport.GET('/store', { ...sent(options), params: { query: inMarket(options) } }), 'currency'),
    listMarkets: async (options = {}) =>
      listOf(await transport.GET('/markets', { ...sent(options), params: { query: inMarket(options) } }), 'markets')
        .markets,
    graphql: (document, variables, options = {}) =>
      askStore(transport, { query: String(document), variables: { ...variables }, options }),
  };
  return client;
}

const noFacets = (): Facets => ({
  total: 0,
  price: null,
  brands: [],
  collections: [],
  stock: { in_stock: 0, out_of_stock: 0 },
  on_sale: 0,
});

/** The query parameter for a market. */
const inMarket = ({ market }: RequestOptions): { market?: string } => (market === undefined ? {} : { market });

/** The options for `fetch`, and the middleware that reports its response. */
function sent(options: RequestOptions): SentOptions & { middleware?: Middleware[] } {
  const { ifNoneMatch, onResponse, ...others } = withoutMarket(options);
  const request = withEntityTag(others, ifNoneMatch);
  return onResponse === undefined ? request : { ...request, middleware: [reportingTo(onResponse)] };
}

// The market is sent as a query parameter instead.
function withoutMarket(options: RequestOptions): RequestOptions {
  const { market, ...others } = options;
  return market === undefined ? options : others;
}

const reportingTo = (listener: ResponseListener): Middleware => ({
  onResponse({ response }) {
    listener(infoOf(response));
  },
});

// With one of these, the URL would be that of another endpoint. They cannot be slugs.
function segment(slug: string, missing: ErrorCode): string {
  if (!['', '.', '..'].includes(slug)) return slug;
  throw new CommerceBridgeApiError({ code: missing, message: `"${slug}" is not a slug.`, status: 404, url: '' });
}
