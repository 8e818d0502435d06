import type { PurgeTest, PurgingState } from '../../../contracts/admin/purging';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

const address = (key: string) => `/commerce-bridge/purging/${encodeURIComponent(key)}`;

const purgingApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getPurging: build.query<PurgingState, undefined>({
      query: () => ({ url: '/commerce-bridge/purging' }),
      // The list of targets is a setting.
      ...cachedAs(['CommerceBridgePurging', 'CommerceBridgeSettings']),
    }),
    retryTarget: build.mutation<PurgingState, string>({
      query: (key) => ({ url: `${address(key)}/retry`, method: 'POST' }),
      ...makesStale(['CommerceBridgePurging']),
    }),
    testTarget: build.mutation<PurgeTest, string>({
      query: (key) => ({ url: `${address(key)}/test`, method: 'POST' }),
    }),
  }),
});

export const { useGetPurgingQuery, useRetryTargetMutation, useTestTargetMutation } = purgingApi;
