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
/** What a shopper chooses or enters in addition to the variant. */
export type Metafield = Schemas['Metafield'];
export type Modifier = Schemas['Modifier'];
export type ModifierValue = Schemas['ModifierValue'];
/** One step of the way from the top level to a collection. */
export type Breadcrumb = Schemas['Breadcrumb'];
export type Brand = Schemas['Brand'];
export type BrandListItem = Schemas['BrandListItem'];
export type BrandList = Schemas['BrandList'];
export type Collection = Schemas['Collection'];
/** A product's address, and when it last changed. */
export type SitemapProduct = Schemas['SitemapProduct'];
/** One page of them. */
export type AddressList = Schemas['Sitemap'];
/** How a list can be narrowed further. */
export type Facets = Schemas['Facets'];
export type Suggestions = Schemas['Suggestions'];
export type Store = Schemas['Store'];
export type Currency = Schemas['Currency'];
/** The market that a product is shown in, with `include: ['market']`. */
export type ProductMarket = Schemas['ProductMarket'];
export type MarketListItem = Schemas['MarketListItem'];
export type CollectionListItem = Schemas['CollectionListItem'];
/** All visible categories, or a page of them. With `include: ['tree']` each has its place in the tree. */
export type CollectionList<Asked extends CollectionGroups = CollectionGroups> = Omit<
  Schemas['CollectionList'],
  'collections'
> & { collections: InTree<CollectionListItem, Asked>[] };
/** A collection that has `parent` and `position` for certain if `tree` was asked for. */
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

/** The same for a single product, which can also have what else its page shows. */
export type ProductGroups = readonly ProductGroup[];

/** Names of groups of fields to add to a single collection. */
export type CollectionDetailGroups = readonly CollectionDetailGroup[];

/**
 * A product with the fields that were asked for: the groups that `include` names are there for certain. Where the list
 * is made at run time, they stay optional.
 */
export type Included<Item, Asked extends readonly string[]> = Item &
  (number extends Asked['length'] ? unknown : Required<Pick<Item, Asked[number] & keyof Item>>);

/** A single product with the fields that were asked for; its related products have them, too, as far as lists do. */
export type IncludedProduct<Asked extends ProductGroups> = Included<Omit<Product, 'related' | 'variants'>, Asked> & {
  variants: IncludedVariant<Asked>[];
} & (number extends Asked['length']
    ? Pick<Product, 'related'>
    : 'related' extends Asked[number]
      ? { related: Included<ProductListItem, Asked>[] }
      : unknown);

/** A variant of it, which has `option_selections` for certain if they were asked for. */
export type IncludedVariant<Asked extends ProductGroups> = Included<Variant, Asked>;

type Query<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]['parameters']['query']>,
  'include' | 'ids' | 'market'
>;

/** Filters, order and page of a list of products; what is left out has the API's default. */
export type ProductListQuery<Asked extends Groups = Groups> = Query<'listProducts'> & {
  include?: Asked | undefined;
  /** At most 100; an empty list finds nothing. */
  ids?: readonly number[] | undefined;
};
export type ProductQuery<Asked extends ProductGroups = ProductGroups> = { include?: Asked | undefined };
export type RelatedProductsQuery<Asked extends Groups = Groups> = Query<'listRelatedProducts'> & {
  include?: Asked | undefined;
};
export type AddressListQuery = Query<'listSitemap'>;
/** The filters of a list of products, of which facets are counted. */
export type FacetQuery = Query<'readFacets'> & { ids?: readonly number[] | undefined };
export type BrandListQuery = Query<'listBrands'>;
export type CollectionListQuery<Asked extends CollectionGroups = CollectionGroups> = Query<'listCollections'> & {
  include?: Asked | undefined;
};

/** One page of products. */
export type ProductList<Asked extends Groups = Groups> = Omit<Schemas['ProductList'], 'products'> & {
  products: Included<ProductListItem, Asked>[];
};

/** What the headers of a response say, for caches of your own. */
export interface ResponseInfo {
  url: string;
  status: number;
  /** For `ifNoneMatch` of a later request; null in a market that is not public, and for failures. */
  etag: string | null;
  /**
   * Names of what the response contains, as the site's purges name them: tags for your cache. Empty for failures, and where
   * the response has passed a cache that keeps these names to itself.
   */
  surrogateKeys: string[];
}

/** Called with a response before the call returns or throws. */
export type ResponseListener = (response: ResponseInfo) => void;

/** What goes along with a request: `signal`, `headers`, `cache`, and what your framework adds to `fetch`, such as Next's `next`. */
export type SentOptions = Omit<RequestInit, 'method' | 'body'>;

/** The same, and the market that is read. */
export interface RequestOptions extends SentOptions {
  /**
   * The key of a market, as `markets()` lists them; `default` when left out. One that is not public takes an API token with the
   * permission `market.read`, in `headers`: on a server only, never in a browser.
   */
  market?: string | undefined;
  /**
   * The `etag` of an earlier response to the same request. If nothing has changed since, the call throws `not_modified`, which
   * `ifModified` turns into null.
   */
  ifNoneMatch?: string | undefined;
  /** Called with what the headers of the response say, also of one that is a failure. */
  onResponse?: ResponseListener | undefined;
}

/** The same for several requests, once for each. */
export type PagesOptions = Omit<RequestOptions, 'ifNoneMatch'>;

/** The same, and groups of fields to add. */
export interface CollectionOptions<
  Asked extends CollectionDetailGroups = CollectionDetailGroups,
> extends RequestOptions {
  include?: Asked | undefined;
}

/** A document as text; code generators write one that knows the types of its result and variables (`documentMode: 'string'`). */
export type GraphqlDocument<Data, Variables> = string | TypedDocument<Data, Variables>;

export interface TypedDocument<Data, Variables> {
  /** There in types only. */
  __apiType?: (variables: Variables) => Data;
  toString(): string;
  /** What distinguishes text from a parsed document, which has to be printed first. */
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
  /** The token that `login` returned, for what belongs to a customer. */
  customerAccessToken?: string | undefined;
  /** Language of the response, as in `Accept-Language`. */
  language?: string | undefined;
  /** The key of a market, whose storefront responds. */
  market?: string | undefined;
}
