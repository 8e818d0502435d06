import { z } from 'zod';
import { marketKey } from './markets';

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const pageSize = z.coerce.number().int().min(1).max(100).default(20);
const id = z.coerce.number().int().min(1);
const search = z.string().trim().max(200).optional();

/** A disabled product cannot be bought, no matter what is in stock. */
const availability = z.enum(['available', 'disabled', 'preorder']);

/** Orders of the product list; `price` is what a shopper pays, `date` upstream's date of creation, `synced` the last change here. */
export const productOrder = z.enum(['title', 'price', 'date', 'synced']);
export type ProductOrder = z.infer<typeof productOrder>;

const idList = z.string().regex(/^\d{1,10}(,\d{1,10}){0,99}$/, 'must be at most 100 ids with commas between them');

/** Query of `GET /commerce-bridge/products`; what is absent does not matter. */
export const productListQuery = z.object({
  page,
  pageSize,
  /** In title and description, as the public API searches; also an exact SKU or upstream id. */
  search,
  /** Upstream ids with commas between them, at most 100: to show products that are known already. */
  ids: idList.transform((text) => text.split(',').map(Number)).optional(),
  /** Upstream id of a category that it is assigned to directly, visible or not. */
  category: id.optional(),
  /** Upstream id. */
  brand: id.optional(),
  status: z.enum(['publish', 'draft', 'withdrawn']).optional(),
  stock: z.enum(['in', 'out']).optional(),
  sort: productOrder.default('title'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** A further market: what it sells, at its prices. It has no drafts, so `status` is refused with it. */
  market: marketKey.optional(),
});
export type ProductListQuery = z.infer<typeof productListQuery>;

/** The same as it is sent. */
export const productListParameters = productListQuery.extend({ ids: idList.optional() });

/** A cached product in a list, drafts included. Ids are upstream's; prices in the currency of the list. */
export const listedProduct = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  sku: z.string(),
  thumbnail: z.object({ url: z.string(), alt: z.string() }).nullable(),
  /** Null only in a further market: it has no price there, and so is not sold. */
  price: z.number().nullable(),
  salePrice: z.number().nullable(),
  /** What a shopper pays; null like `price`. */
  calculatedPrice: z.number().nullable(),
  status: z.enum(['publish', 'draft', 'withdrawn']),
  inStock: z.boolean(),
  availability,
  /** Null when stock is not tracked. */
  inventoryLevel: z.int().nullable(),
  /** When its record was written last; a sync that finds nothing changed writes nothing. */
  syncedAt: z.iso.datetime().nullable(),
  /** Keys of the further markets that sell it; absent where the site has none. */
  markets: z.array(marketKey).optional(),
});
export type ListedProduct = z.infer<typeof listedProduct>;

/** A further market by name; `isReady`: what it sells was read from the store completely once. */
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
export type TaxonomyQuery = z.infer<typeof taxonomyQuery>;

/** Response of both, in order of titles: what products can be filtered by. */
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

/** What brought a record here or compared it: a run, a webhook event, or an administrator who asked for this product. */
export const changeOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), runId: z.string() }),
  z.object({ kind: z.literal('event') }),
  z.object({ kind: z.literal('resync') }),
]);

const changedValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** One thing that differs between two states of a product; long texts are cut. */
export const fieldChange = z.object({
  /** A field of `cachedProduct`. */
  field: z.string(),
  /** Which element of a list, by its name; null for the field itself. */
  item: z.string().nullable(),
  /** Which value of that element, or of an object; null for all of it. */
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
  /** Changed fields beyond those. */
  more: z.int(),
  /** Only of `market`: the markets that have these prices; none where the settings have them no longer. */
  market: z.object({ names: z.array(z.string()), channelId: z.int(), currency: z.string() }).optional(),
});
export type ProductChangeView = z.infer<typeof productChange>;

/** Everything that is cached of a product, or what upstream says now in the same form. */
export const cachedProduct = z.object({
  title: z.string(),
  /** Of what upstream says now: the slug it asks for, or the cached one where that is unchanged. */
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
      /** Absent otherwise, and in what an earlier version stored. */
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

/** Titles of cached categories and brands by id, for what a response names by id alone. */
export const namedIds = z.object({
  categories: z.record(z.string(), z.string()),
  brands: z.record(z.string(), z.string()),
});
export type NamedIds = z.infer<typeof namedIds>;

/** Path of `GET /commerce-bridge/products/:id` and `GET /commerce-bridge/products/:id/upstream`. */
export const productPath = z.object({ id });

/** Path of `POST /commerce-bridge/products/:idOrSlug/resync`. */
export const productNamePath = z.object({ idOrSlug: z.string() });

/** Response of `GET /commerce-bridge/products/:id`; a 404 where it is not cached says since when, if it once was. */
export const productDetail = z.object({
  id: z.int(),
  /** Of its Strapi document, by which the Content Manager knows it. */
  documentId: z.string(),
  fields: cachedProduct,
  names: namedIds,
  currency: z.string().nullable(),
  weightUnit: z.string().nullable(),
  /** When it was cached first. */
  cachedAt: z.iso.datetime().nullable(),
  /** When its record was written last, and by what, if that is known. */
  writtenAt: z.iso.datetime().nullable(),
  writtenBy: changeOrigin.nullable(),
  /** When upstream's response about it was taken in last, also one that changed nothing; null where that is not known. */
  comparedAt: z.iso.datetime().nullable(),
  comparedBy: changeOrigin.nullable(),
  /** Why a run since then could not take it over; null when none failed. */
  failure: z.object({ runId: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Its newest webhook event that is not done; null when there is none. */
  waitingEvent: z
    .object({
      status: z.enum(['pending', 'failed', 'dropped']),
      receivedAt: z.iso.datetime(),
      lastError: z.string().nullable(),
    })
    .nullable(),
  /** At most 20, and 20 of prices in further markets, the newest first. */
  history: z.array(productChange),
  links: z.object({
    /** Its page in upstream's control panel; null without a store. */
    upstream: z.url().nullable(),
    /** Its page in the frontend; null for a draft, and while no address of product pages is set. */
    site: z.string().nullable(),
  }),
});
export type ProductDetail = z.infer<typeof productDetail>;

/** Why upstream could not be asked. */
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

/** Response of `GET /commerce-bridge/products/:id/upstream`: what upstream says of a product this very moment. Changes nothing here. */
export const productUpstream = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('found'),
    checkedAt: z.iso.datetime(),
    /** As upstream sent it; never holds a credential. */
    raw: z.unknown(),
    /** In the form of the cached record; null when it cannot be cached. */
    fields: cachedProduct.nullable(),
    /** Why it cannot be cached; null when it can. */
    reason: z.string().nullable(),
    /** From what is cached to what upstream says; empty when both are the same or nothing is cached. */
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
    /** In how many seconds upstream wants to be asked again; null when it does not say. */
    retryAfter: z.int().nullable(),
  }),
]);
export type ProductUpstream = z.infer<typeof productUpstream>;
