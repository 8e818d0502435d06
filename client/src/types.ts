import type {
  CollectionDetailGroup,
  CollectionGroup,
  components,
  IncludeGroup,
  operations,
  ProductGroup,
} from './contract';

type Schemas = components['schemas'];

export type Product = Schemas['Product'];
export type ProductListItem = Schemas['ProductListItem'];
export type Variant = Schemas['Variant'];
export type Image = Schemas['Image'];
/** What an app stored about the product. */
export type Metafield = Schemas['Metafield'];
/** What a shopper chooses or enters in addition to the variant. */
export type Modifier = Schemas['Modifier'];
export type ModifierValue = Schemas['ModifierValue'];
/** One step of the path from the top level to a collection. */
export type Breadcrumb = Schemas['Breadcrumb'];
export type Brand = Schemas['Brand'];
export type BrandListItem = Schemas['BrandListItem'];
export type BrandList = Schemas['BrandList'];
export type Collection = Schemas['Collection'];
/** A product's address, and when it last changed. */
export type SitemapProduct = Schemas['SitemapProduct'];
/** One page of addresses. */
export type Sitemap = Schemas['Sitemap'];
/** How a product list can be narrowed further. */
export type Facets = Schemas['Facets'];
export type Suggestions = Schemas['Suggestions'];
export type Store = Schemas['Store'];
export type Currency = Schemas['Currency'];
/** The market in which a product is shown, with `include: ['market']`. */
export type ProductMarket = Schemas['ProductMarket'];
export type MarketListItem = Schemas['MarketListItem'];
export type CollectionListItem = Schemas['CollectionListItem'];
/** All visible categories, or one page. With `include: ['tree']`, each has its place in the tree. */
export type CollectionList<Asked extends CollectionGroups = CollectionGroups> = Omit<
  Schemas['CollectionList'],
  'collections'
> & { collections: InTree<CollectionListItem, Asked>[] };
/** A collection in which `parent` and `position` are not optional if `tree` was requested. */
export type InTree<Item, Asked extends CollectionGroups> = Item &
  (number extends Asked['length']
    ? unknown
    : 'tree' extends Asked[number]
      ? Required<Pick<Item, ('parent' | 'position') & keyof Item>>
      : unknown);

/** Names of groups of fields to add to a collection. */
export type CollectionGroups = readonly CollectionGroup[];

/** Names of groups of fields to add to a product. */
export type Groups = readonly IncludeGroup[];

/** The same for a single product, which has additional groups for its page. */
export type ProductGroups = readonly ProductGroup[];

/** Names of groups of fields to add to a single collection. */
export type CollectionDetailGroups = readonly CollectionDetailGroup[];

/**
 * A product with the requested fields: the groups in `include` are not optional. If the list is only known at run time,
 * they stay optional.
 */
export type Included<Item, Asked extends readonly string[]> = Item &
  (number extends Asked['length'] ? unknown : Required<Pick<Item, Asked[number] & keyof Item>>);

/** A single product with the requested fields; its related products have those that are available in lists. */
export type IncludedProduct<Asked extends ProductGroups> = Included<Omit<Product, 'related' | 'variants'>, Asked> & {
  variants: IncludedVariant<Asked>[];
} & (number extends Asked['length']
    ? Pick<Product, 'related'>
    : 'related' extends Asked[number]
      ? { related: Included<ProductListItem, Asked>[] }
      : unknown);

/** A variant of it, in which `option_selections` is not optional if it was requested. */
export type IncludedVariant<Asked extends ProductGroups> = Included<Variant, Asked>;

type Query<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]['parameters']['query']>,
  'include' | 'ids' | 'market'
>;

/** Filters, order, and page of a list of products; the API has defaults for omitted parameters. */
export type ProductListQuery<Asked extends Groups = Groups> = Query<'listProducts'> & {
  include?: Asked | undefined;
  /** At most 100; an empty list finds nothing. */
  ids?: readonly number[] | undefined;
};
export type ProductQuery<Asked extends ProductGroups = ProductGroups> = { include?: Asked | undefined };
export type RelatedProductsQuery<Asked extends Groups = Groups> = Query<'listRelatedProducts'> & {
  include?: Asked | undefined;
};
export type SitemapQuery = Query<'listSitemap'>;
/** The filters of a list of products, for which facets are counted. */
export type FacetQuery = Query<'readFacets'> & { ids?: readonly number[] | undefined };
export type BrandListQuery = Query<'listBrands'>;
export type CollectionQuery<Asked extends CollectionDetailGroups = CollectionDetailGroups> = {
  include?: Asked | undefined;
};
export type CollectionListQuery<Asked extends CollectionGroups = CollectionGroups> = Query<'listCollections'> & {
  include?: Asked | undefined;
};

/** One page of products. */
export type ProductList<Asked extends Groups = Groups> = Omit<Schemas['ProductList'], 'products'> & {
  products: Included<ProductListItem, Asked>[];
};

/** Information from a response's headers, for your own caches. */
export interface ResponseInfo {
  url: string;
  status: number;
  /** For `ifNoneMatch` in a later request; null in a market that is not public, and for failures. */
  etag: string | null;
  /**
   * Names of the response's contents, the same as in the site's purges: use them as tags for your cache. Empty for
   * failures, and if a cache in between removed the header.
   */
  surrogateKeys: string[];
}

/** Called with a response before the call returns or throws. */
export type ResponseListener = (response: ResponseInfo) => void;

/** Options for `fetch`: `signal`, `headers`, `cache`, and those that your framework adds, such as Next's `next`. */
export type SentOptions = Omit<RequestInit, 'method' | 'body'>;

/** The same, plus the market. */
export interface RequestOptions extends SentOptions {
  /**
   * The key of a market, as listed by `listMarkets()`; default: `default`. A market that is not public requires an API
   * token with the permission `market.read`, in `headers`: on a server only, never in a browser.
   */
  market?: string | undefined;
  /**
   * The `etag` of an earlier response to the same request. If nothing has changed since, the call throws
   * `not_modified`, which `ifModified` turns into null.
   */
  ifNoneMatch?: string | undefined;
  /** Called with information from the response's headers, also for failures. */
  onResponse?: ResponseListener | undefined;
}

/** Options for a call that sends several requests. */
export type PagesOptions = Omit<RequestOptions, 'ifNoneMatch'>;

/** A document as text; code generators can add the types of its result and variables (`documentMode: 'string'`). */
export type GraphqlDocument<Data, Variables> = string | TypedDocument<Data, Variables>;

export interface TypedDocument<Data, Variables> {
  /** Exists only in types. */
  __apiType?: (variables: Variables) => Data;
  toString(): string;
  /** Distinguishes text from a parsed document, which must be printed first. */
  valueOf(): string;
}

/** The store's response to a GraphQL request; it may contain errors as well as data. */
export interface GraphqlResult<Data> {
  data?: Data | null;
  errors?: GraphqlFailure[];
  extensions?: Record<string, unknown>;
}

export interface GraphqlFailure {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions?: Record<string, unknown>;
}

export interface GraphqlOptions extends SentOptions {
  /** Which operation of the document to run; needed where it has several. */
  operationName?: string | undefined;
  /** The token that `login` returned, for requests on behalf of a customer. */
  customerAccessToken?: string | undefined;
  /** Language of the response, in the format of `Accept-Language`. */
  language?: string | undefined;
  /** The key of the market whose storefront responds. */
  market?: string | undefined;
}
