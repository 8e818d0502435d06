import type { PriceContext } from '../upstream/price-reader';

/** What a shopper of one storefront sees. */
export interface Market extends PriceContext {
  key: string;
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

/** What the store says about one side of a market; markets that agree on it share it. */
export type MarketPart = MembershipPart | PricesPart;

/** The parts of a market, in the order in which they are passed over: only what is sold is asked for its price. */
export function marketParts({ channelId, currency, customerGroupId }: Market): [MembershipPart, PricesPart] {
  return [
    { kind: 'membership', channelId },
    { kind: 'prices', channelId, currency, customerGroupId },
  ];
}

/** Identifies a part for as long as the site exists: other settings of a market are another part. */
export function partName(part: MarketPart): string {
  if (part.kind === 'membership') return `membership ${part.channelId}`;
  return `prices ${part.channelId} ${part.currency} ${part.customerGroupId ?? 'guests'}`;
}
