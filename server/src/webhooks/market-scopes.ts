import { z } from 'zod';
import type { MarketChange, PriceRecordKey } from '../markets/market-change';
import { textsParts } from '../markets/market-parts';
import type { FurtherMarket } from '../markets/site-markets';
import { eventId } from './event-ids';

/** What a delivery about a channel, price lists, or a metafield reports. */
export type MarketNews =
  /** The product is to be fetched. */
  | { kind: 'product'; productId: number }
  | { kind: 'changes'; changes: MarketChange[] }
  /** Null: not one of a product. */
  | { kind: 'metafield'; change: MetafieldChange | null };

/** A product's metafield was created, changed, or deleted. */
export interface MetafieldChange {
  productId: number;
  /** Null when the data does not contain it. */
  namespace: string | null;
}

/**
 * Who needs webhooks for a scope: all markets on the channel, those for guests, or those with their own texts; any
 * market; a site that reads metafields; or nobody, since the scope appears in deliveries but is never registered.
 */
type Need = 'channel' | 'guests' | 'texts' | 'any' | 'metafields' | 'nobody';

interface MarketScope {
  /** `{id}` stands for the id of a channel. */
  pattern: string;
  need: Need;
  /** @returns null when the data does not say what changed */
  read(data: unknown, channelId: number): MarketNews | null;
}

// Zero means not limited to a channel or customer group, as in upstream responses (upstream 20.9).
const sideValue = z
  .union([eventId, z.literal(0), z.literal('0')])
  .nullish()
  .transform((value) => (typeof value === 'number' && value > 0 ? value : null));

const productData = z.object({ product_id: eventId });
const channelData = z.object({ id: eventId });
const listData = z.object({ price_list_id: eventId });
const listsData = z.object({ price_list_ids: z.array(eventId) });
const assignmentData = z.object({ channel_id: sideValue, customer_group_id: sideValue });
const currency = z
  .string()
  .min(1)
  .transform((code) => code.toUpperCase());
// Upstream's documentation names the currency in two ways (upstream 20.9).
const recordData = z
  .object({
    price_list_id: eventId,
    variant_id: eventId,
    currency: currency.optional(),
    currency_code: currency.optional(),
  })
  .transform((data, context): PriceRecordKey => {
    const code = data.currency ?? data.currency_code;
    if (code !== undefined) return { listId: data.price_list_id, variantId: data.variant_id, currency: code };
    context.addIssue('names no currency');
    return z.NEVER;
  });

// The id is a string, and not all deliveries contain its type (upstream 20.9).
const metafieldData = z.object({
  resource_id: eventId,
  resource_type: z.string().nullish(),
  namespace: z.string().nullish(),
});

function reading<Data>(schema: z.ZodType<Data>, newsOf: (data: Data, channelId: number) => MarketNews) {
  return (data: unknown, channelId: number): MarketNews | null => {
    const parsed = schema.safeParse(data);
    return parsed.success ? newsOf(parsed.data, channelId) : null;
  };
}

const changes = (...all: MarketChange[]): MarketNews => ({ kind: 'changes', changes: all });
const product = reading(productData, ({ product_id: productId }) => ({ kind: 'product', productId }));
const side = (name: Extract<MarketChange, { kind: 'channel' }>['side']) =>
  reading(z.unknown(), (_data, channelId) => changes({ kind: 'channel', channelId, side: name }));
const list = (areGone: boolean) =>
  reading(listData, ({ price_list_id: id }) => changes({ kind: 'price lists', listIds: [id], areGone }));
const records = reading(z.union([z.array(recordData), recordData.transform((one) => [one])]), (all) =>
  changes({ kind: 'price records', records: all }),
);
const assignment = reading(assignmentData, ({ channel_id: channelId, customer_group_id: customerGroupId }) =>
  changes({ kind: 'price list assignment', channelId, customerGroupId }),
);

const metafield = reading(metafieldData, ({ resource_id: productId, resource_type: of = 'product', namespace }) => ({
  kind: 'metafield',
  change: of === 'product' ? { productId, namespace: namespace ?? null } : null,
}));
const metafieldScopesBelow = (path: string) =>
  ['created', 'updated', 'deleted'].map((action) => `store/${path}metafield/${action}`);

const channel = 'store/channel/{id}';
const scopesOf = (need: Need, patterns: readonly string[], read: MarketScope['read']): MarketScope[] =>
  patterns.map((pattern) => ({ need, pattern, read }));

/** Every scope that concerns further markets or metafields (upstream 20.9). */
const marketScopes: readonly MarketScope[] = [
  ...scopesOf('channel', [`${channel}/product/assigned`, `${channel}/product/unassigned`], product),
  ...scopesOf('channel', [`${channel}/category/product/assigned`, `${channel}/category/product/unassigned`], product),
  ...scopesOf(
    'channel',
    [
      `${channel}/category/created`,
      `${channel}/category/updated`,
      `${channel}/category/deleted`,
      `${channel}/categoryTree/updated`,
    ],
    side('categories'),
  ),
  ...scopesOf('channel', [`${channel}/settings/currency/updated`], side('prices')),
  ...scopesOf('guests', [`${channel}/settings/defaultCustomerGroup/updated`], side('guest prices')),
  ...scopesOf(
    'texts',
    ['added', 'updated', 'deleted'].map((action) => `${channel}/settings/locale/${action}`),
    side('texts'),
  ),
  ...scopesOf(
    'any',
    ['store/channel/updated'],
    reading(channelData, ({ id: channelId }) =>
      changes({ kind: 'channel', channelId, side: 'products' }, { kind: 'channel', channelId, side: 'categories' }),
    ),
  ),
  ...scopesOf(
    'any',
    ['created', 'updated', 'activated', 'deactivated'].map((action) => `store/priceList/${action}`),
    list(false),
  ),
  ...scopesOf('any', ['store/priceList/deleted'], list(true)),
  ...scopesOf(
    'any',
    ['store/priceLists/deleted'],
    reading(listsData, ({ price_list_ids: listIds }) => changes({ kind: 'price lists', listIds, areGone: true })),
  ),
  ...scopesOf(
    'any',
    ['record', 'records'].flatMap((name) =>
      ['created', 'updated', 'deleted'].map((action) => `store/priceList/${name}/${action}`),
    ),
    records,
  ),
  ...scopesOf('any', ['store/priceList/assignment/updated', 'store/priceList/assignment/deleted'], assignment),
  ...scopesOf('metafields', metafieldScopesBelow('product/'), metafield),
  // The scopes that deliveries of these webhooks contain (upstream 20.9).
  ...scopesOf('nobody', metafieldScopesBelow(''), metafield),
];

const byPattern = new Map(marketScopes.map((scope) => [scope.pattern, scope]));

/** The pattern of a scope, in either spelling, and the channel that it names; null when it is not listed above. */
function parseScope(scope: string): { found: MarketScope; channelId: number } | null {
  const [, id] = /^store\/channel\/(\d{1,16})\//.exec(scope) ?? [];
  const pattern = withoutSlash(id === undefined ? scope : scope.replace(`/${id}/`, '/{id}/'));
  const found = byPattern.get(pattern);
  return found ? { found, channelId: Number(id ?? 0) } : null;
}

/** Whether a scope concerns further markets or metafields, for any channel and in either spelling. */
export function isMarketScope(scope: string): boolean {
  return parseScope(scope) !== null;
}

/** A scope with `{id}` in place of its channel: a store accepts or refuses it alike for all channels. */
export function patternOf(scope: string): string {
  return parseScope(scope)?.found.pattern ?? scope;
}

// How many channels are named.
const namedChannels = 5;

/** Lists scopes in a sentence, combining those of several channels as `store/channel/{2,3}/…`. */
export function inShort(scopes: readonly string[]): string {
  const channelsOf = new Map<string, string[]>();
  for (const scope of scopes) {
    const pattern = patternOf(scope);
    const [, id] = /^store\/channel\/(\d+)\//.exec(scope) ?? [];
    channelsOf.set(pattern, [...(channelsOf.get(pattern) ?? []), ...(id === undefined ? [] : [id])]);
  }
  const words = [...channelsOf].map(([pattern, [first, ...others]]) => {
    if (first === undefined) return pattern;
    const named = [first, ...others].slice(0, namedChannels).join(',');
    const more = others.length >= namedChannels ? ',…' : '';
    return pattern.replace('{id}', others.length === 0 ? first : `{${named}${more}}`);
  });
  return words.join(', ');
}

/** @returns undefined for a scope that is not listed above, null when the data does not say what changed */
export function marketNewsOf(scope: string, data: unknown): MarketNews | null | undefined {
  const parsed = parseScope(scope);
  return parsed ? parsed.found.read(data, parsed.channelId) : undefined;
}

/**
 * Upstream prints some scopes with a slash at the end; which spelling can be registered is unconfirmed (upstream 20.9).
 */
export function withoutSlash(scope: string): string {
  return scope.replace(/\/$/, '');
}

/** Scopes of products that are assigned to a channel or unassigned; every site also wants these (behavior 14.16). */
export function channelScopes(channelId: number): string[] {
  return ['assigned', 'unassigned'].map((action) => `store/channel/${channelId}/product/${action}`);
}

/** The scopes that a site needs if it reads metafields. */
export function metafieldScopes(namespaces: readonly string[]): string[] {
  return namespaces.length === 0 ? [] : metafieldScopesBelow('product/');
}

/**
 * The scopes that these markets need, without a slash at the end; those of the whole store first, then by channel.
 * @param storeLocale the store's own; null until the store has reported it
 */
export function neededScopes(markets: readonly FurtherMarket[], storeLocale: string | null): string[] {
  if (markets.length === 0) return [];
  const channels = [...new Set(markets.map(({ channelId }) => channelId))];
  const ofStore = marketScopes.filter(({ need }) => need === 'any').map(({ pattern }) => pattern);
  const ofChannels = channels.flatMap((channelId) => {
    const own = markets.filter((market) => market.channelId === channelId);
    const needs: Record<Need, boolean> = {
      any: false,
      metafields: false,
      nobody: false,
      channel: true,
      guests: own.some(({ customerGroupId }) => customerGroupId === null),
      texts: own.some((market) => textsParts(market, storeLocale).length > 0),
    };
    return marketScopes
      .filter(({ need }) => needs[need])
      .map(({ pattern }) => pattern.replace('{id}', String(channelId)));
  });
  return [...ofStore, ...ofChannels];
}
