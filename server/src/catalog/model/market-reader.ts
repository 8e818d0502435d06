import type { CatalogVariant } from './catalog-types';
import type {
  ProductDepth,
  ProductDetails,
  ProductListRequest,
  ProductRecord,
  RecordReference,
} from './product-reader';
import type { CollectionTreeItem } from './taxonomy-reader';

/** The ids of the parts with the texts in a market's language; each part has been read completely at least once. */
export interface MarketTextParts {
  productsId: number;
  categoriesId: number;
  brandsId: number;
}

/** The ids of the parts with the categories of a channel that has its own tree. */
export interface ChannelTreeParts {
  categoriesId: number;
  /** Their names in the market's language; null where the tree's own names are used. */
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
  /** In the order of these ids; ids that are not in the tree are skipped. */
  slugsOf(ids: readonly number[]): string[];
  /** The path from the top level down to this category, inclusive; empty if it is not in the tree. */
  pathTo(id: number): RecordReference[];
  find(slug: string): { own: PlacedCategory; parent: PlacedCategory | null; children: PlacedCategory[] } | null;
}

/** The ids of the parts that make up a market; each part has been read completely at least once. */
export interface MarketSide {
  /** Which products its channel sells. */
  membershipId: number;
  /** What they cost there. */
  pricesId: number;
  /** The texts there; null where the catalog's own texts are used. */
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

/** A published product as a market shows it. Every `ProductRecord` is also one, for the default market. */
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
  /** The same without extra groups, each product as JSON; null if they must be built from records. */
  listPrepared(
    side: MarketSide,
    request: Omit<ProductListRequest, 'depth'>,
    presentation: { productPageAddress: string },
  ): Promise<{ items: readonly { id: number; json: string }[]; total: number } | null>;
  /** The given products that the market sells, in this order; the number of statements does not depend on how many. */
  findByIds(side: MarketSide, ids: readonly number[], depth: ProductDepth): Promise<MarketProductRecord[]>;
  /** Null when the market does not sell such a product. */
  findBySlug(side: MarketSide, slug: string): Promise<(MarketProductRecord & { details: MarketProductDetails }) | null>;
  /** The related products that the market sells, in their order; null when it does not sell the product itself. */
  findRelated(
    side: MarketSide,
    request: { slug: string; limit: number; depth: ProductListRequest['depth'] },
  ): Promise<{ productId: number; records: MarketProductRecord[]; isProvisional: boolean } | null>;
  /** Counts the market's products by upstream id of their brand or categories; ids without products are absent. */
  countBy(kind: 'brand' | 'category', side: MarketSide): Promise<ReadonlyMap<number, number>>;
  /** The current slug of a product that the market sells, and that used to have this slug; null when there is none. */
  findCurrentSlug(side: MarketSide, oldSlug: string): Promise<string | null>;
}
