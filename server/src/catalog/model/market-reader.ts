import type { CatalogVariant } from './catalog-types';
import type {
  ProductDepth,
  ProductDetails,
  ProductListRequest,
  ProductRecord,
  RecordReference,
} from './product-reader';
import type { CollectionTreeItem } from './taxonomy-reader';

/** Where the texts of a market's language are: the ids of its parts, each of which was complete once. */
export interface MarketTextParts {
  productsId: number;
  categoriesId: number;
  brandsId: number;
}

/** Where the categories of a channel with its own tree are. */
export interface ChannelTreeParts {
  categoriesId: number;
  /** What they are called in the market's language; null where the tree says it. */
  textsId: number | null;
}

/** A visible category of a channel's own tree, with its place in it. */
export type PlacedCategory = Omit<CollectionTreeItem, 'productCount'> & {
  /** Null at the top, and below a hidden category. */
  parentId: number | null;
};

/** The visible categories of a channel's own tree. */
export interface ChannelTree {
  /** In the store's order. */
  categories: readonly PlacedCategory[];
  ids: ReadonlySet<number>;
  idOf(slug: string): number | null;
  /** In the order of these ids; others than its own have none. */
  slugsOf(ids: readonly number[]): string[];
  /** From the top level down to one of them, which is the last; empty for others. */
  wayTo(id: number): RecordReference[];
  find(slug: string): { own: PlacedCategory; parent: PlacedCategory | null; children: PlacedCategory[] } | null;
}

/** Where a market's side of products is: the ids of its parts, each of which was complete once. */
export interface MarketSide {
  /** Which products its channel sells. */
  membershipId: number;
  /** What they cost there. */
  pricesId: number;
  /** What all of it is called there; null where the catalog says it. */
  texts: MarketTextParts | null;
  /** The categories of its channel; absent where they are the catalog's. */
  tree?: ChannelTreeParts | undefined;
}

export interface MarketVariant extends Omit<CatalogVariant, 'price'> {
  /** Null: not sold. */
  price: number | null;
}

export interface MarketProductDetails extends Omit<ProductDetails, 'variants'> {
  variants: MarketVariant[];
}

/** A published product as a market shows it. Every `ProductRecord` is one, of the default market. */
export interface MarketProductRecord extends Omit<ProductRecord, 'price' | 'calculatedPrice' | 'details'> {
  /** Null: not sold, or not known yet. */
  price: number | null;
  /** What is charged; null like `price`. */
  calculatedPrice: number | null;
  details: MarketProductDetails | null;
}

/** Reads published products as a further market shows them: those that its channel sells, at its prices. */
export interface MarketProductReader {
  /** Filters and orders by the market's prices; products without one come last by price. */
  list(side: MarketSide, request: ProductListRequest): Promise<{ records: MarketProductRecord[]; total: number }>;
  /** The same without extra groups, as the JSON of each; null if they must be made of records. */
  listPrepared(
    side: MarketSide,
    request: Omit<ProductListRequest, 'depth'>,
    presentation: { productPageAddress: string },
  ): Promise<{ items: readonly { id: number; json: string }[]; total: number } | null>;
  /** Those of these products that the market sells, in this order; as many statements for many as for one. */
  findByIds(side: MarketSide, ids: readonly number[], depth: ProductDepth): Promise<MarketProductRecord[]>;
  /** Null when the market does not sell such a product. */
  findBySlug(side: MarketSide, slug: string): Promise<(MarketProductRecord & { details: MarketProductDetails }) | null>;
  /** Those of the related products that the market sells, in their order; null when it does not sell the product itself. */
  findRelated(
    side: MarketSide,
    request: { slug: string; limit: number; depth: ProductListRequest['depth'] },
  ): Promise<{ productId: number; records: MarketProductRecord[] } | null>;
  /** How many of its products each brand, or visible category, has, by upstream id; none where there are none. */
  countBy(kind: 'brand' | 'category', side: MarketSide): Promise<ReadonlyMap<number, number>>;
  /** The current slug of a product that the market sells, and that used to have this slug; null when there is none. */
  findCurrentSlug(side: MarketSide, oldSlug: string): Promise<string | null>;
}
