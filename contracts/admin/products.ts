import { z } from 'zod';
import { marketKey } from './markets';

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const pageSize = z.coerce.number().int().min(1).max(100).default(20);
const id = z.coerce.number().int().min(1);
const search = z.string().trim().max(200).optional();

/** A disabled product cannot be bought, regardless of its stock. */
const availability = z.enum(['available', 'disabled', 'preorder']);

/** Sort orders; `price`: what a shopper pays; `date`: upstream's creation date; `synced`: the last change here. */
export const productOrder = z.enum(['title', 'price', 'date', 'synced']);
export type ProductOrder = z.infer<typeof productOrder>;

const idList = z.string().regex(/^\d{1,16}(,\d{1,16}){0,99}$/, 'must be at most 100 ids with commas between them');

/** Query of `GET /commerce-bridge/products`; absent parameters do not filter. */
export const productListQuery = z.object({
  page,
  pageSize,
  /** Searches title and description, like the public API; also finds an exact SKU or upstream id. */
  search,
  /** Comma-separated upstream ids, at most 100: to show products whose ids are known. */
  ids: idList.transform((text) => text.split(',').map(Number)).optional(),
  /** Upstream id of a category that the product is assigned to directly, visible or not. */
  category: id.optional(),
  /** Upstream id. */
  brand: id.optional(),
  status: z.enum(['publish', 'draft', 'withdrawn']).optional(),
  stock: z.enum(['in', 'out']).optional(),
  sort: productOrder.default('title'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** Key of a further market: lists what it sells, at its prices. It has no drafts, so `status` is rejected with it. */
  market: marketKey.optional(),
});
export type ProductListQuery = z.infer<typeof productListQuery>;

/** The same, in the form in which it is sent. */
export const productListParameters = productListQuery.extend({ ids: idList.optional() });

/** A cached product in a list, drafts included. Ids are upstream's; prices are in the currency of the list. */
export const listedProduct = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  sku: z.string(),
  thumbnail: z.object({ url: z.string(), alt: z.string() }).nullable(),
  /** Null only in a further market: the product has no price there, and so is not sold. */
  price: z.number().nullable(),
  salePrice: z.number().nullable(),
  /** What a shopper pays; null like `price`. */
  calculatedPrice: z.number().nullable(),
  status: z.enum(['publish', 'draft', 'withdrawn']),
  inStock: z.boolean(),
  availability,
  /** Null when stock is not tracked. */
  inventoryLevel: z.int().nullable(),
  /** When its record was last written; a sync that finds no change writes nothing. */
  syncedAt: z.iso.datetime().nullable(),
  /** Keys of the further markets that sell it; absent where the site has none. */
  markets: z.array(marketKey).optional(),
});
export type ListedProduct = z.infer<typeof listedProduct>;

/** A further market by name; `isReady`: it was read from the store completely at least once. */
export const namedMarket = z.object({ key: marketKey, name: z.string(), isReady: z.boolean() });
export type NamedMarket = z.infer<typeof namedMarket>;

/** Response of `GET /commerce-bridge/products`. */
export const productList = z.object({
  products: z.array(listedProduct),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  /** ISO 4217; null before the first sync. */
  currency: z.string().nullable(),
  /** The site's further markets, in the order of the settings; absent where there are none. */
  markets: z.array(namedMarket).optional(),
});
export type ProductList = z.infer<typeof productList>;

/** Query of `GET /commerce-bridge/categories` and `GET /commerce-bridge/brands`. */
export const taxonomyQuery = z.object({ page, pageSize, search, id: id.optional() });

/** Response of both, ordered by title: categories or brands to filter products by. */
export const taxonomyList = z.object({
  items: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      /** The upstream path of a category; empty for brands. */ path: z.string(),
    }),
  ),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});
export type TaxonomyList = z.infer<typeof taxonomyList>;

/** What wrote or compared a record: a run, a webhook event, or an administrator who synced this product. */
export const changeOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), runId: z.string() }),
  z.object({ kind: z.literal('event') }),
  z.object({ kind: z.literal('resync') }),
]);

const changedValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** One difference between two states of a product; long texts are truncated. */
export const fieldChange = z.object({
  /** A field of `cachedProduct`. */
  field: z.string(),
  /** The list element, by name; null for the field itself. */
  item: z.string().nullable(),
  /** The property of that element, or of an object; null for all of it. */
  part: z.string().nullable(),
  from: changedValue,
  to: changedValue,
});
export type FieldChangeView = z.infer<typeof fieldChange>;

/** One change of a product. */
export const productChange = z.object({
  /** `market`: its prices in a further market changed. */
  kind: z.enum(['created', 'updated', 'removed', 'market']),
  at: z.iso.datetime(),
  origin: changeOrigin.nullable(),
  changes: z.array(fieldChange),
  /** How many more fields changed. */
  more: z.int(),
  /** Only for `market`: the markets with these prices; none if the settings no longer have such a market. */
  market: z.object({ names: z.array(z.string()), channelId: z.int(), currency: z.string() }).optional(),
});
export type ProductChangeView = z.infer<typeof productChange>;

/** All cached data of a product, or upstream's current data in the same form. */
export const cachedProduct = z.object({
  title: z.string(),
  /** For upstream's current data: the slug that upstream claims, or the cached one if the claim is unchanged. */
  slug: z.string(),
  publicationStatus: z.enum(['publish', 'draft', 'withdrawn']),
  sku: z.string(),
  price: z.number(),
  salePrice: z.number().nullable(),
  calculatedPrice: z.number(),
  inventoryTracking: z.enum(['none', 'product', 'variant']),
  inventoryLevel: z.int(),
  inStock: z.boolean(),
  availability,
  weight: z.number(),
  brandId: z.int().nullable(),
  categoryIds: z.array(z.int()),
  tags: z.array(z.string()),
  variants: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      sku: z.string(),
      price: z.number(),
      inventoryLevel: z.int().nullable(),
      inStock: z.boolean(),
      options: z.array(z.object({ optionId: z.int(), name: z.string(), valueId: z.int(), label: z.string() })),
      /** Absent otherwise, and in records that an earlier version stored. */
      isPurchaseDisabled: z.literal(true).optional(),
    }),
  ),
  images: z.array(
    z.object({
      id: z.int(),
      alt: z.string(),
      urls: z.object({ zoom: z.string(), standard: z.string(), thumbnail: z.string(), tiny: z.string() }),
    }),
  ),
  customFields: z.array(z.object({ name: z.string(), value: z.string() })),
  relatedIds: z.array(z.int()),
  seo: z.object({ pageTitle: z.string(), metaDescription: z.string(), metaKeywords: z.array(z.string()) }),
  content: z.string(),
  createdAt: z.iso.datetime(),
  modifiedAt: z.iso.datetime(),
});
export type CachedProduct = z.infer<typeof cachedProduct>;

/** Titles of cached categories and brands by id, for those that a response contains only as ids. */
export const namedIds = z.object({
  categories: z.record(z.string(), z.string()),
  brands: z.record(z.string(), z.string()),
});
export type NamedIds = z.infer<typeof namedIds>;

/** Path of `GET /commerce-bridge/products/:id` and `GET /commerce-bridge/products/:id/upstream`. */
export const productPath = z.object({ id });

/** Path of `POST /commerce-bridge/products/:idOrSlug/resync`. */
export const productNamePath = z.object({ idOrSlug: z.string() });

/** Response of `GET /commerce-bridge/products/:id`; if the product is no longer cached, the 404 tells since when. */
export const productDetail = z.object({
  id: z.int(),
  /** Id of its Strapi document in the Content Manager. */
  documentId: z.string(),
  fields: cachedProduct,
  names: namedIds,
  currency: z.string().nullable(),
  weightUnit: z.string().nullable(),
  /** When it was first cached. */
  cachedAt: z.iso.datetime().nullable(),
  /** When its record was last written, and by what, if known. */
  writtenAt: z.iso.datetime().nullable(),
  writtenBy: changeOrigin.nullable(),
  /** When an upstream response about it was last processed, even if nothing changed; null if unknown. */
  comparedAt: z.iso.datetime().nullable(),
  comparedBy: changeOrigin.nullable(),
  /** Why a later run could not import it; null when none failed. */
  failure: z.object({ runId: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Its newest webhook event that is not complete; null when there is none. */
  waitingEvent: z
    .object({
      status: z.enum(['pending', 'failed', 'dropped']),
      receivedAt: z.iso.datetime(),
      lastError: z.string().nullable(),
    })
    .nullable(),
  /** At most 20 changes, plus 20 of prices in further markets, newest first. */
  history: z.array(productChange),
  links: z.object({
    /** Its page in upstream's control panel; null without a store. */
    upstream: z.url().nullable(),
    /** Its page in the frontend; null for a draft, and if no address of product pages is set. */
    site: z.string().nullable(),
  }),
});
export type ProductDetail = z.infer<typeof productDetail>;

/** Why a request to upstream failed. */
export const upstreamProblem = z.enum([
  'not_connected',
  'unauthorized',
  'scope_missing',
  'not_found',
  'rate_limited',
  'unavailable',
  'timeout',
  'unreachable',
  'misconfigured',
  'unexpected',
]);
export type UpstreamProblem = z.infer<typeof upstreamProblem>;

/** Response of `GET /commerce-bridge/products/:id/upstream`: upstream's current data, which changes nothing here. */
export const productUpstream = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('found'),
    checkedAt: z.iso.datetime(),
    /** As upstream sent it; never contains a credential. */
    raw: z.unknown(),
    /** In the form of the cached record; null when it cannot be cached. */
    fields: cachedProduct.nullable(),
    /** Why it cannot be cached; null when it can. */
    reason: z.string().nullable(),
    /** Changes from the cached to upstream's data; empty if both are the same or nothing is cached. */
    differences: z.array(fieldChange),
    names: namedIds,
  }),
  /** Upstream has no such product. */
  z.object({ kind: z.literal('gone'), checkedAt: z.iso.datetime() }),
  z.object({
    kind: z.literal('failed'),
    checkedAt: z.iso.datetime(),
    problem: upstreamProblem,
    /** What exactly happened. */
    message: z.string(),
    /** Seconds after which upstream wants the request to be retried; null if it does not say. */
    retryAfter: z.int().nullable(),
  }),
]);
export type ProductUpstream = z.infer<typeof productUpstream>;
