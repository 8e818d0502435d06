import { z } from 'zod';
import type { Milliseconds } from '../lib/durations';
import { mayReach, type PriceListFacts } from '../upstream/markets/price-list-facts';
import { type CategoriesPart, isOfTexts, type MarketPart, type MembershipPart, type PricesPart } from './market-parts';
import { textsAgainAfter } from './storefront-cache';

const id = z.int();
const recordKey = z.object({
  listId: id,
  variantId: id,
  /** In upper case. */
  currency: z.string(),
});

/** A change in markets that a webhook reported (behavior 14.16), stored until the parts it concerns are known. */
export const marketChange = z.discriminatedUnion('kind', [
  /** Prices of variants in price lists. */
  z.object({ kind: z.literal('price records'), records: z.array(recordKey) }),
  /** Price lists themselves, for example whether they are active; `areGone`: they were deleted. */
  z.object({ kind: z.literal('price lists'), listIds: z.array(id), areGone: z.boolean() }),
  /** To whom a price list applies; null: any channel, or any group. */
  z.object({ kind: z.literal('price list assignment'), channelId: id.nullable(), customerGroupId: id.nullable() }),
  /** A side of one channel. */
  z.object({
    kind: z.literal('channel'),
    channelId: id,
    side: z.enum(['products', 'categories', 'prices', 'guest prices', 'texts', 'category texts']),
    /** How often it was read before for the same delivery; 0 when absent. */
    step: z.int().optional(),
  }),
]);
export type MarketChange = z.infer<typeof marketChange>;

/** A change, and the event that administrators see for it; null: an earlier version stored it, or it is a repeat. */
export interface NotedChange {
  change: MarketChange;
  eventKey: string | null;
  /** Until it is due; now when absent. */
  delay?: Milliseconds;
}

/** The price of a variant in a price list. */
export type PriceRecordKey = z.infer<typeof recordKey>;
type SideOfChannel = Extract<MarketChange, { kind: 'channel' }>['side'];

/** What is known about price lists and currencies; anything unknown counts as possible. */
export interface PriceKnowledge {
  /** Whom lists apply to at the moment; null: the store refuses to return it. */
  lists: PriceListFacts | null;
  /** The store's own currency; null while unknown. */
  ownCurrency: string | null;
  /**
   * Currencies that are charged, in upper case: prices in others may be converted from those in the store's own one.
   */
  charged: readonly string[];
}

/** The parts that changes concern. */
export interface ConcernedParts {
  /** Parts that are reread as a whole. */
  whole: MarketPart[];
  /** Variants whose products are read again in a part. */
  variants: { part: PricesPart; variantIds: number[] }[];
}

/** Which of these parts changes concern; pure. */
export function concernedParts(
  changes: readonly MarketChange[],
  { parts, known }: { parts: readonly MarketPart[]; known: PriceKnowledge },
): ConcernedParts {
  const whole = parts.filter((part) => changes.some((change) => concernsAllOf(part, change, known)));
  const records = changes.flatMap((change) => (change.kind === 'price records' ? change.records : []));
  const variants = parts.flatMap((part) => {
    if (part.kind !== 'prices' || whole.includes(part)) return [];
    const variantIds = records.filter((record) => concernsPrice(part, record, known)).map(({ variantId }) => variantId);
    return variantIds.length === 0 ? [] : [{ part, variantIds: [...new Set(variantIds)] }];
  });
  return { whole, variants };
}

/** The changes to repeat later, since a storefront may have sent a cached response to the first read; pure. */
export function repeatsOf(changes: readonly MarketChange[], parts: readonly MarketPart[]): NotedChange[] {
  const repeats = changes.flatMap((change): NotedChange[] => {
    if (change.kind !== 'channel') return [];
    const { channelId, step = 0 } = change;
    // Categories themselves are not read from the storefront.
    const side = change.side === 'categories' ? 'category texts' : change.side;
    const delay = textsAgainAfter[step];
    const isRead = parts.some((part) => isOfTexts(part) && part.channelId === channelId && isOfSide(part, side));
    if (delay === undefined || !isRead) return [];
    return [{ change: { kind: 'channel', channelId, side, step: step + 1 }, eventKey: null, delay }];
  });
  return [...new Map(repeats.map((repeat) => [JSON.stringify(repeat), repeat])).values()];
}

function concernsAllOf(part: MarketPart, change: MarketChange, known: PriceKnowledge): boolean {
  switch (change.kind) {
    case 'price records':
      return false;
    case 'price lists':
      // Whom a deleted list applied to can no longer be found out.
      return (
        part.kind === 'prices' &&
        (change.areGone || change.listIds.some((listId) => reaches(known.lists, listId, part)))
      );
    case 'price list assignment':
      return part.kind === 'prices' && concernsShoppers(part, change);
    case 'channel':
      return part.channelId === change.channelId && isOfSide(part, change.side);
  }
}

/** A list of a channel also concerns groups without a list of their own; guests may be in a group. */
function concernsShoppers(
  part: PricesPart,
  {
    channelId,
    customerGroupId,
  }: Pick<Extract<MarketChange, { kind: 'price list assignment' }>, 'channelId' | 'customerGroupId'>,
): boolean {
  if (channelId !== null && channelId !== part.channelId) return false;
  return customerGroupId === null || part.customerGroupId === null || part.customerGroupId === customerGroupId;
}

function concernsPrice(part: PricesPart, { listId, currency }: PriceRecordKey, known: PriceKnowledge): boolean {
  const isConverted = currency === known.ownCurrency && !known.charged.includes(part.currency);
  return (currency === part.currency || isConverted) && reaches(known.lists, listId, part);
}

function reaches(lists: PriceListFacts | null, listId: number, shoppers: PricesPart): boolean {
  return lists === null || mayReach(lists, { ...shoppers, listId });
}

type Side = { [Name in SideOfChannel]: (part: MarketPart) => boolean };

const sides: Side = {
  products: (part): part is MembershipPart => part.kind === 'membership',
  categories: (part): part is CategoriesPart => part.kind === 'categories',
  prices: (part) => part.kind === 'prices',
  'guest prices': (part) => part.kind === 'prices' && part.customerGroupId === null,
  texts: ({ kind }) => kind === 'texts' || kind === 'category texts' || kind === 'brand texts',
  'category texts': ({ kind }) => kind === 'category texts',
};

function isOfSide(part: MarketPart, side: SideOfChannel): boolean {
  return sides[side](part);
}
