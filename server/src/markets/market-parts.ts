import type { PriceContext } from '../upstream/markets/price-reader';
import { isSameLocale } from '../upstream/mapping/local-texts';

/** What a shopper of one storefront sees. */
export interface Market extends PriceContext {
  key: string;
  /** Null: the store's own, which is not known yet. */
  locale: string | null;
  /** Whether it has its own texts even in the store's own locale. */
  hasOwnTexts?: boolean | undefined;
}

/** Which products a channel sells. */
export interface MembershipPart {
  kind: 'membership';
  channelId: number;
}

/** What a channel's products cost, in a currency, for guests or for a group. */
export interface PricesPart extends PriceContext {
  kind: 'prices';
}

/** The categories of a channel's own tree. */
export interface CategoriesPart {
  kind: 'categories';
  channelId: number;
}

/** The texts of a channel's products, its categories, or the brands in a locale. */
export interface TextsPart {
  kind: 'texts' | 'category texts' | 'brand texts';
  channelId: number;
  locale: string;
}

/** What the store reports about one side of a market; markets that have this side in common share the part. */
export type MarketPart = MembershipPart | CategoriesPart | TextsPart | PricesPart;

/**
 * The parts of a market, in the order in which they are passed over: texts and prices are only read for what the
 * channel has.
 * @param storeLocale the store's own, that of the catalog's texts; null while unknown
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

/** The parts with its texts; none in the store's own locale, unless the market has its own texts there. */
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

/** Identifies a part permanently: a market with other settings has another part. */
export function partName(part: MarketPart): string {
  switch (part.kind) {
    case 'membership':
    case 'categories':
      return `${part.kind} ${part.channelId}`;
    case 'prices':
      return `prices ${part.channelId} ${part.currency} ${part.customerGroupId ?? 'guests'}`;
    default:
      // In lower case, since locales, and names in some databases, are case-insensitive.
      return `${part.kind} ${part.channelId} ${part.locale.toLowerCase()}`;
  }
}

/**
 * The names of everything that a market may consist of, whatever the store's own locale is, by which its changes are
 * identified. The first one names its settings.
 */
export function namesIn(market: Market): string[] {
  return [settingsName(market), ...marketParts(market, null).map((part) => partName(part))];
}

/** Names the settings of a market among its parts. */
export function settingsName({ key }: Pick<Market, 'key'>): string {
  return `${settingsOf}${key}`;
}

// No kind of part has one of these names.
const settingsOf = 'settings ';
/** Names the list of public markets among their parts. */
export const marketList = 'list';

/** Whether names of changed parts include settings of markets. */
export const includeSettings = (names: readonly string[]): boolean =>
  names.some((name) => name === marketList || name.startsWith(settingsOf));

/** The keys of the markets that a change concerns, including markets whose settings it names. */
export function keysOfMarketsIn(names: readonly string[], markets: readonly Market[]): string[] {
  const changed = new Set(names);
  const configured = names.flatMap((name) => (name.startsWith(settingsOf) ? name.slice(settingsOf.length) : []));
  const concerned = markets.filter((market) => namesIn(market).some((name) => changed.has(name)));
  return [...new Set([...configured, ...concerned.map(({ key }) => key)])];
}

/**
 * Whose prices a part has, and in which currency, by its name.
 * @throws TypeError for any other name
 */
export function pricesPartOf(name: string): PriceContext {
  const [, channelId, currency, group] = /^prices (\d+) (\S+) (\d+|guests)$/.exec(name) ?? [];
  if (channelId === undefined || currency === undefined)
    throw new TypeError(`not the name of a part of prices: ${JSON.stringify(name)}`);
  return { channelId: Number(channelId), currency, customerGroupId: group === 'guests' ? null : Number(group) };
}
