import type { PriceContext } from '../upstream/price-reader';
import { isSameLocale } from '../upstream/local-texts';

/** What a shopper of one storefront sees. */
export interface Market extends PriceContext {
  key: string;
  /** Null: the store's own, which it has not said yet. */
  locale: string | null;
  /** Texts of its own in the store's own locale, too. */
  hasOwnTexts?: boolean | undefined;
}

/** Which products a channel sells. */
export interface MembershipPart {
  kind: 'membership';
  channelId: number;
}

/** What they cost, in a currency, to guests or to a group. */
export interface PricesPart extends PriceContext {
  kind: 'prices';
}

/** The categories of its own tree. */
export interface CategoriesPart {
  kind: 'categories';
  channelId: number;
}

/** What its products, its categories, or the brands are called there in a locale. */
export interface TextsPart {
  kind: 'texts' | 'category texts' | 'brand texts';
  channelId: number;
  locale: string;
}

/** What the store says about one side of a market; markets that agree on it share it. */
export type MarketPart = MembershipPart | CategoriesPart | TextsPart | PricesPart;

/**
 * The parts of a market, in the order in which they are passed over: only what the channel has is asked for its texts and
 * prices.
 * @param storeLocale the store's own, in which the catalog has the texts; null when the store has not said yet
 */
export function marketParts(market: Market, storeLocale: string | null): MarketPart[] {
  const { channelId, currency, customerGroupId } = market;
  return [
    { kind: 'membership', channelId },
    { kind: 'categories', channelId },
    ...textsParts(market, storeLocale),
    { kind: 'prices', channelId, currency, customerGroupId },
  ];
}

/** Those of its texts; none in the store's own locale, unless the channel has its own there. */
export function textsParts(
  { channelId, locale, hasOwnTexts = false }: Pick<Market, 'channelId' | 'locale' | 'hasOwnTexts'>,
  storeLocale: string | null,
): TextsPart[] {
  if (locale === null) return [];
  if (!hasOwnTexts && storeLocale !== null && isSameLocale(locale, storeLocale)) return [];
  return (['texts', 'category texts', 'brand texts'] as const).map((kind) => ({ kind, channelId, locale }));
}

export function isOfTexts(part: MarketPart): part is TextsPart {
  return part.kind === 'texts' || part.kind === 'category texts' || part.kind === 'brand texts';
}

/** Identifies a part for as long as the site exists: other settings of a market are another part. */
export function partName(part: MarketPart): string {
  switch (part.kind) {
    case 'membership':
    case 'categories':
      return `${part.kind} ${part.channelId}`;
    case 'prices':
      return `prices ${part.channelId} ${part.currency} ${part.customerGroupId ?? 'guests'}`;
    default:
      // In one case, since locales and the names in some databases are equal in any.
      return `${part.kind} ${part.channelId} ${part.locale.toLowerCase()}`;
  }
}

/**
 * The names of all that a market may consist of, regardless of the store's own locale is: how its changes are identified. The first is that
 * of its settings.
 */
export function namesIn(market: Market): string[] {
  return [settingsName(market), ...marketParts(market, null).map((part) => partName(part))];
}

/** Names the settings of a market among its parts. */
export function settingsName({ key }: Pick<Market, 'key'>): string {
  return `${settingsOf}${key}`;
}

// No kind of part has this name.
const settingsOf = 'settings ';

/** The keys of those of these markets that a change concerns, and of the markets whose settings it names. */
export function keysOfMarketsIn(names: readonly string[], markets: readonly Market[]): string[] {
  const changed = new Set(names);
  const configured = names.flatMap((name) => (name.startsWith(settingsOf) ? name.slice(settingsOf.length) : []));
  const concerned = markets.filter((market) => namesIn(market).some((name) => changed.has(name)));
  return [...new Set([...configured, ...concerned.map(({ key }) => key)])];
}

/**
 * What a part of prices is about, by its name.
 * @throws TypeError for any other name
 */
export function pricesPartOf(name: string): PriceContext {
  const [, channelId, currency, group] = /^prices (\d+) (\S+) (\d+|guests)$/.exec(name) ?? [];
  if (channelId === undefined || currency === undefined)
    throw new TypeError(`not the name of a part of prices: ${JSON.stringify(name)}`);
  return { channelId: Number(channelId), currency, customerGroupId: group === 'guests' ? null : Number(group) };
}
