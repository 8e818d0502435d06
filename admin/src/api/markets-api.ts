import type {
  LocaleChoices,
  MarketChoices,
  MarketCostBody,
  MarketCosts,
  MarketPreview,
  MarketRows,
} from '../../../contracts/admin/market-desk';
import type { MarketSyncStarted } from '../../../contracts/admin/markets';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

const marketsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getMarkets: build.query<MarketRows, undefined>({
      query: () => ({ url: '/commerce-bridge/markets' }),
      // The list of markets is a setting.
      ...cachedAs(['CommerceBridgeMarkets', 'CommerceBridgeSettings']),
    }),
    // Never cached: what the store offers may have changed.
    getMarketChoices: build.query<MarketChoices, undefined>({
      query: () => ({ url: '/commerce-bridge/markets/choices' }),
      keepUnusedDataFor: 0,
      ...cachedAs(['CommerceBridgeSettings']),
    }),
    getChannelLocales: build.query<LocaleChoices, number>({
      query: (channelId) => ({ url: `/commerce-bridge/markets/locales/${channelId}` }),
      keepUnusedDataFor: 0,
    }),
    getMarketCosts: build.query<MarketCosts, MarketCostBody>({
      query: (data) => ({ url: '/commerce-bridge/markets/cost', method: 'POST', data }),
      keepUnusedDataFor: 0,
    }),
    getMarketPreview: build.query<MarketPreview, number>({
      query: (id) => ({ url: `/commerce-bridge/markets/preview/${id}` }),
      keepUnusedDataFor: 0,
      ...cachedAs(['CommerceBridgeMarkets', 'CommerceBridgeSettings']),
    }),
    syncMarket: build.mutation<MarketSyncStarted, { key: string; allowMassRemoval: boolean }>({
      query: ({ key, allowMassRemoval }) => ({
        url: `/commerce-bridge/markets/${encodeURIComponent(key)}/sync`,
        method: 'POST',
        data: { allowMassRemoval },
      }),
      ...makesStale(['CommerceBridgeMarkets']),
    }),
  }),
});

export const {
  useGetMarketsQuery,
  useGetMarketChoicesQuery,
  useGetChannelLocalesQuery,
  useGetMarketCostsQuery,
  useGetMarketPreviewQuery,
  useSyncMarketMutation,
} = marketsApi;
