import { isSameLocale } from '../upstream/mapping/local-texts';
import type { PartStates } from './knex-part-states';
import { type MarketPart, partName, type TextsPart } from './market-parts';
import type { PartFailure } from './market-states';
import { distinctParts, type TextNeeds } from './pass-market';
import type { FurtherMarket, SiteMarkets } from './site-markets';

/** Why markets could not be read the last time; markets with the same reason are grouped. */
export interface FailedMarkets extends Pick<PartFailure, 'code' | 'values' | 'message'> {
  /**
   * `held`: an administrator has to confirm what would be removed. `unread`: they were never read completely, so they
   * are not served. `outdated`: they show what was read before.
   */
  kind: 'held' | 'unread' | 'outdated';
  /** Their names, in the order of the settings. */
  markets: readonly string[];
  /** When the current series of failed attempts began. */
  since: Date;
}

/** Markets whose channel is known to sell nothing. */
export interface EmptyMarkets {
  channelId: number;
  markets: readonly string[];
}

/** Markets in a locale that their channel's storefront does not serve: upstream sends another one (upstream 20.5). */
export interface UnservedMarkets {
  channelId: number;
  locale: string;
  /** What upstream serves instead. */
  served: string;
  markets: readonly string[];
}

export interface MarketTroubles {
  /** The names of markets whose reading was canceled, in the order of the settings. */
  canceled: string[];
  failed: FailedMarkets[];
  empty: EmptyMarkets[];
  unserved: UnservedMarkets[];
}

export interface MarketTroublesOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  partStates: Pick<PartStates, 'list' | 'withMembers' | 'servedLocales'>;
  textNeeds: () => Promise<TextNeeds | null>;
  failures: () => Promise<ReadonlyMap<string, PartFailure>>;
  /** The names of parts whose passes were canceled. */
  canceled: () => Promise<readonly string[]>;
}

/**
 * @returns a reader of the problems of the further markets, cheap enough for each page of the admin; on a site without
 *   any, it queries nothing and returns null
 */
export function createMarketTroubles({ siteMarkets, partStates, textNeeds, ...memory }: MarketTroublesOptions) {
  return async (): Promise<MarketTroubles | null> => {
    const markets = siteMarkets.further();
    if (markets.length === 0) return null;
    const [states, failed, canceled, texts] = await Promise.all([
      partStates.list(),
      memory.failures(),
      memory.canceled(),
      textNeeds(),
    ]);
    const complete = new Map(states.flatMap(({ id, name, completedAt }) => (completedAt ? [[name, id]] : [])));
    const memberships = markets.flatMap((market) => complete.get(membershipOf(market)) ?? []);
    const selling = await partStates.withMembers([...new Set(memberships)]);
    const isEmpty = (market: FurtherMarket) => {
      const id = complete.get(membershipOf(market));
      return id !== undefined && !selling.has(id);
    };
    const isCanceled = (market: FurtherMarket) =>
      distinctParts([market], texts).some((part) => canceled.includes(partName(part)));
    return {
      canceled: markets.filter(isCanceled).map(({ name }) => name),
      failed: failedOf(markets, { complete, failed, texts }),
      empty: grouped(markets.filter(isEmpty), ({ channelId }) => channelId).map(([{ channelId }, all]) => ({
        channelId,
        markets: all.map(({ name }) => name),
      })),
      unserved: await unservedOf(markets, { complete, partStates, texts }),
    };
  };
}

const membershipOf = ({ channelId }: FurtherMarket) => partName({ kind: 'membership', channelId });

function failedOf(
  markets: readonly FurtherMarket[],
  known: {
    complete: ReadonlyMap<string, number>;
    failed: ReadonlyMap<string, PartFailure>;
    texts: TextNeeds | null;
  },
): FailedMarkets[] {
  const found = markets.flatMap((market) => {
    const parts = distinctParts([market], known.texts).map((part) => partName(part));
    const usual = parts.every((part) => known.complete.has(part)) ? ('outdated' as const) : ('unread' as const);
    return parts.flatMap((part) => {
      const failure = known.failed.get(part);
      return failure ? { name: market.name, kind: failure.isHeld ? ('held' as const) : usual, failure } : [];
    });
  });
  return grouped(found, ({ kind, failure }) => JSON.stringify([kind, failure.message])).map(
    ([{ kind, failure }, all]) => ({
      kind,
      markets: [...new Set(all.map(({ name }) => name))],
      code: failure.code,
      values: failure.values,
      message: failure.message,
      since: new Date(Math.min(...all.map(({ failure: { at, firstAt = at } }) => firstAt.getTime()))),
    }),
  );
}

async function unservedOf(
  markets: readonly FurtherMarket[],
  known: {
    complete: ReadonlyMap<string, number>;
    partStates: Pick<PartStates, 'servedLocales'>;
    texts: TextNeeds | null;
  },
): Promise<UnservedMarkets[]> {
  const found = markets.flatMap(({ name, ...market }) => {
    const part = distinctParts([market], known.texts).find(isOfProducts);
    const id = part && known.complete.get(partName(part));
    return part && id !== undefined ? [{ name, part, id }] : [];
  });
  const served = await known.partStates.servedLocales([...new Set(found.map(({ id }) => id))]);
  return grouped(found, ({ id }) => id).flatMap(([{ id, part }, all]) => {
    const instead = served.get(id);
    if (instead === undefined || isSameLocale(instead, part.locale)) return [];
    return { channelId: part.channelId, locale: part.locale, served: instead, markets: all.map(({ name }) => name) };
  });
}

const isOfProducts = (part: MarketPart): part is TextsPart => part.kind === 'texts';

/** Items with the same key, in the order of each group's first item; no group is empty. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): [first: Item, all: Item[]][] {
  const groups = new Map<unknown, [Item, Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group[1].push(item);
    else groups.set(keyOf(item), [item, [item]]);
  }
  return [...groups.values()];
}
