import type { Overview, OverviewHistory } from '../../../contracts/admin/overview';
import { cachedAs, bridgeApi } from './bridge-api';

const overviewApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getOverview: build.query<Overview, undefined>({
      query: () => ({ url: '/commerce-bridge/overview' }),
      ...cachedAs(['CommerceBridgeHealth', 'CommerceBridgeRuns', 'CommerceBridgeEvents']),
    }),
    /** @param lastRun the id of the last finished run: part of the cache key, as each run changes the response */
    getOverviewHistory: build.query<OverviewHistory, string | null>({
      query: () => ({ url: '/commerce-bridge/overview/history' }),
    }),
  }),
});

export const { useGetOverviewQuery, useGetOverviewHistoryQuery } = overviewApi;
