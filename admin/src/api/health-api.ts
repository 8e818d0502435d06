import type { Diagnostics } from '../../../contracts/admin/diagnostics';
import type { HealthRecord } from '../../../contracts/admin/health';
import type { NoticeResponse } from '../../../contracts/admin/notice';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

const healthApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getHealth: build.query<HealthRecord | null, undefined>({
      query: () => ({ url: '/commerce-bridge/health' }),
      ...cachedAs(['CommerceBridgeHealth']),
    }),
    getNotice: build.query<NoticeResponse, undefined>({
      query: () => ({ url: '/commerce-bridge/notice' }),
      ...cachedAs(['CommerceBridgeHealth']),
    }),
    checkHealth: build.mutation<HealthRecord, undefined>({
      query: () => ({ url: '/commerce-bridge/health/check', method: 'POST' }),
      ...makesStale(['CommerceBridgeHealth', 'CommerceBridgeWebhooks']),
    }),
    clearHealth: build.mutation<unknown, undefined>({
      query: () => ({ url: '/commerce-bridge/health', method: 'DELETE' }),
      ...makesStale(['CommerceBridgeHealth']),
    }),
    getDiagnostics: build.query<Diagnostics, undefined>({
      query: () => ({ url: '/commerce-bridge/diagnostics' }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useGetHealthQuery,
  useGetNoticeQuery,
  useCheckHealthMutation,
  useClearHealthMutation,
  useLazyGetDiagnosticsQuery,
} = healthApi;
