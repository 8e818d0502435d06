import type { MarketCosts, MarketRow, MarketRows } from '../../../contracts/admin/market-desk';
import { defaultMarketKey, type MarketPlace } from '../../../contracts/admin/markets';
import type { CatalogCounts } from '../catalog/admin';
import type { StoreFactsReader } from '../catalog/shop';
import type { MarketState } from '../markets/market-states';
import { type CatalogSize, passCosts, type PassPace, secondsFor } from '../markets/pass-cost';
import type { TextNeeds } from '../markets/pass-market';
import type { SiteMarkets } from '../markets/site-markets';

export interface MarketDeskParts {
  siteMarkets: SiteMarkets;
  storeFacts: StoreFactsReader;
  states: () => Promise<MarketState[]>;
  /** Whether no pass over a further market is under way or waits. */
  isIdle: () => Promise<boolean>;
  counts: () => Promise<CatalogCounts>;
  /** When a run last read everything; null if never. */
  lastCompleteRun: () => Promise<Date | null>;
  size: () => Promise<CatalogSize>;
  textNeeds: () => Promise<TextNeeds | null>;
  /** As last reported by the store; null until then. */
  quota: () => Promise<number | null>;
  reserve: () => number;
}

// The quota of the standard plan, and the window of all plans (upstream 1.1).
const usualQuota = 150;
const window = 30;

/** What administrators see of the site's markets, without asking the store. */
export function createMarketDesk(parts: MarketDeskParts) {
  return {
    /** The default market first. */
    async list(): Promise<MarketRows> {
      const [first, states, isIdle] = await Promise.all([defaultRow(parts), parts.states(), parts.isIdle()]);
      const further = parts.siteMarkets.further().flatMap((market) => {
        const state = states.find(({ key }) => key === market.key);
        return state ? [{ ...market, isDefault: false, ...presentState(state) }] : [];
      });
      return { isIdle, markets: [first, ...further] };
    },

    /** What reading these markets costs; they need not be in the settings. */
    async cost(places: readonly MarketPlace[]): Promise<MarketCosts> {
      const [size, known, texts] = await Promise.all([parts.size(), parts.quota(), parts.textNeeds()]);
      const pace: PassPace = { quota: known ?? usualQuota, reserve: parts.reserve(), window };
      const costs = passCosts(
        places.map((place, index) => ({ ...place, key: String(index) })),
        { size, texts },
      );
      const requests = costs.reduce((sum, { added }) => sum + added, 0);
      return {
        markets: costs.map((cost) => ({ ...cost, seconds: secondsFor(cost.added, pace) })),
        total: { requests, seconds: secondsFor(requests, pace) },
        quota: { requests: pace.quota, reserve: pace.reserve, seconds: window, isKnown: known !== null },
      };
    },
  };
}

async function defaultRow({ siteMarkets, storeFacts, counts, lastCompleteRun }: MarketDeskParts): Promise<MarketRow> {
  const [facts, { publishedProducts }, completeAt] = await Promise.all([
    storeFacts.read(),
    counts(),
    lastCompleteRun(),
  ]);
  const market = siteMarkets.default(facts);
  return {
    key: defaultMarketKey,
    name: market?.name ?? '',
    isDefault: true,
    channelId: market?.channelId ?? null,
    currency: market?.currency ?? null,
    locale: market?.locale ?? null,
    customerGroupId: null,
    isPublic: true,
    isReady: market !== null && completeAt !== null,
    isUnderWay: false,
    isCanceled: false,
    lastCompleteAt: completeAt?.toISOString() ?? null,
    products: publishedProducts,
    // Every product of the catalog has a price.
    priced: publishedProducts,
    unpriced: 0,
    servedLocale: null,
    failed: 0,
    failure: null,
  };
}

function presentState({ isComplete, lastCompleteAt, counts, failure, ...state }: MarketState) {
  const { products, priced, unpriced, servedLocale } = state;
  return {
    isReady: isComplete,
    // A pass that failed keeps its checkpoint, like one that was interrupted.
    isUnderWay: state.isUnderWay && failure === null,
    isCanceled: state.isCanceled,
    lastCompleteAt: lastCompleteAt?.toISOString() ?? null,
    products,
    priced,
    unpriced,
    servedLocale,
    failed: counts.failed,
    failure: failure && {
      at: failure.at.toISOString(),
      code: failure.code,
      message: failure.message,
      isHeld: failure.isHeld,
    },
  };
}
