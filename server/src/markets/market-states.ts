import type { Clock } from '../lib/clock';
import { isSameLocale } from '../upstream/mapping/local-texts';
import { createKeptCounts, type PartCounts } from './kept-counts';
import type { PartState, PartStates } from './knex-part-states';
import { type MarketPart, partName } from './market-parts';
import { emptyReport, type PassCounts } from './part-pass';
import { distinctParts, type TextNeeds } from './pass-market';
import type { FurtherMarket, SiteMarkets } from './site-markets';

/** Why a part of a market could not be read. */
export interface PartFailure {
  /** Of the last attempt. */
  at: Date;
  /** When the current series of failed attempts began; `at` when absent. */
  firstAt?: Date | undefined;
  /** Of the error, for example `channel_removal_held`. */
  code: string;
  /** The error's other data, for messages in another language. */
  values: Record<string, string | number>;
  /** For an administrator. */
  message: string;
  /** Nothing changes until an administrator confirms it, or upstream's response changes. */
  isHeld: boolean;
}

/** How far the reading of a market has progressed. */
export interface MarketState {
  key: string;
  /** Whether each of its parts was read completely once; only then can it be read. */
  isComplete: boolean;
  /** Whether a pass over one of its parts is under way or was interrupted; canceled passes do not count. */
  isUnderWay: boolean;
  /** Whether passes over its parts were canceled, and no new ones requested since. */
  isCanceled: boolean;
  /** When the oldest of its parts was read completely; null before all of them were. */
  lastCompleteAt: Date | null;
  /** How many products its channel sells; like the two below, at most a minute old. */
  products: number;
  /** How many products have a price there, and how many have none according to the store. */
  priced: number;
  unpriced: number;
  /** The locale in which the storefront serves texts where it is not the market's; null otherwise. */
  servedLocale: string | null;
  /** What the passes under way, or the last ones, did with the products of its parts. */
  counts: PassCounts;
  /** The first of its parts that could not be read the last time; null when all could be. */
  failure: (PartFailure & { part: string }) | null;
}

export interface MarketStatesOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  partStates: PartStates;
  clock: Clock;
  textNeeds: () => Promise<TextNeeds | null>;
  failures: () => Promise<ReadonlyMap<string, PartFailure>>;
  /** The names of parts whose passes were canceled: they keep their checkpoints, but are not continued. */
  canceled: () => Promise<readonly string[]>;
}

/**
 * @returns a reader of the states of the further markets, in the order of the settings; without any, it queries nothing
 */
export function createMarketStates({ siteMarkets, partStates, clock, textNeeds, ...memory }: MarketStatesOptions) {
  const countsOf = createKeptCounts({ partStates, clock });
  return async (): Promise<MarketState[]> => {
    const markets = siteMarkets.further();
    if (markets.length === 0) return [];
    const [parts, failed, canceled, texts] = await Promise.all([
      partStates.list(),
      memory.failures(),
      memory.canceled(),
      textNeeds(),
    ]);
    const rows = await countsOf(parts);
    const named = new Set(
      distinctParts(markets, texts).flatMap((part) => (part.kind === 'texts' ? partName(part) : [])),
    );
    const served = await partStates.servedLocales(parts.flatMap(({ id, name }) => (named.has(name) ? id : [])));
    const known = new Map(parts.map((part) => [part.name, part]));
    return markets.map((market) => stateOf(market, { known, rows, served, failed, canceled, texts }));
  };
}

function stateOf(
  market: FurtherMarket,
  given: {
    known: ReadonlyMap<string, PartState>;
    rows: PartCounts;
    served: ReadonlyMap<number, string>;
    failed: ReadonlyMap<string, PartFailure>;
    canceled: readonly string[];
    texts: TextNeeds | null;
  },
): MarketState {
  const parts = distinctParts([market], given.texts);
  const names = parts.map((part) => partName(part));
  const states = names.flatMap((name) => given.known.get(name) ?? []);
  const completed = states.flatMap(({ completedAt }) => completedAt?.getTime() ?? []);
  const isComplete = completed.length === names.length;
  const idOf = (wanted: MarketPart['kind']) => {
    const part = parts.find(({ kind }) => kind === wanted);
    return given.known.get(part ? partName(part) : '')?.id;
  };
  const served = given.served.get(idOf('texts') ?? 0) ?? null;
  const [failure = null] = names.flatMap((part) => {
    const found = given.failed.get(part);
    return found ? [{ ...found, part }] : [];
  });
  return {
    key: market.key,
    isComplete,
    isUnderWay: states.some(({ name, isUnderWay }) => isUnderWay && !given.canceled.includes(name)),
    isCanceled: names.some((name) => given.canceled.includes(name)),
    lastCompleteAt: isComplete ? new Date(Math.min(...completed)) : null,
    products: given.rows.members.get(idOf('membership') ?? 0) ?? 0,
    ...(given.rows.prices.get(idOf('prices') ?? 0) ?? { priced: 0, unpriced: 0 }),
    servedLocale: served !== null && market.locale !== null && !isSameLocale(served, market.locale) ? served : null,
    counts: sumOf(states.flatMap(({ counts }) => counts ?? [])),
    failure,
  };
}

function sumOf(all: readonly PassCounts[]): PassCounts {
  return all.reduce(
    (sum, counts) => ({
      created: sum.created + counts.created,
      updated: sum.updated + counts.updated,
      unchanged: sum.unchanged + counts.unchanged,
      outdated: sum.outdated + counts.outdated,
      removed: sum.removed + counts.removed,
      failed: sum.failed + counts.failed,
    }),
    emptyReport.counts,
  );
}
