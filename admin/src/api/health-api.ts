import type { HealthRecord, NoticeAnswer } from '../../../contracts/admin/health';
import { bridgeApi } from './bridge-api';

const healthApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getHealth: build.query<HealthRecord | null, undefined>({
      query: () => ({ url: '/commerce-bridge/health' }),
      providesTags: ['CommerceBridgeHealth'],
    }),
    getNotice: build.query<NoticeAnswer, undefined>({
      query: () => ({ url: '/commerce-bridge/notice' }),
      providesTags: ['CommerceBridgeHealth'],
    }),
    checkHealth: build.mutation<HealthRecord, undefined>({
      query: () => ({ url: '/commerce-bridge/health/check', method: 'POST' }),
      invalidatesTags: ['CommerceBridgeHealth', 'CommerceBridgeWebhooks'],
    }),
    clearHealth: build.mutation<unknown, undefined>({
      query: () => ({ url: '/commerce-bridge/health', method: 'DELETE' }),
      invalidatesTags: ['CommerceBridgeHealth'],
    }),
  }),
});

export const { useGetHealthQuery, useGetNoticeQuery, useCheckHealthMutation, useClearHealthMutation } = healthApi;
