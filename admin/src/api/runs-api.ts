import type { Run, RunHistory, RunMode, SyncAnswer } from '../../../contracts/admin/runs';
import { bridgeApi } from './bridge-api';

/** Every mode of a run, in the order in which they are offered. */
export const runModes: RunMode[] = ['full', 'sweep', 'incremental'];

/** Body of `POST /commerce-bridge/sync`. */
export interface StartRunBody {
  mode: RunMode;
  allowMassRemoval: boolean;
}

const runsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getSyncState: build.query<SyncAnswer, undefined>({
      query: () => ({ url: '/commerce-bridge/sync' }),
      providesTags: ['CommerceBridgeRuns'],
    }),
    getRunHistory: build.query<RunHistory, { page: number; pageSize: number }>({
      query: ({ page, pageSize }) => ({
        url: '/commerce-bridge/sync/runs',
        config: { params: { page, pageSize } },
      }),
      providesTags: ['CommerceBridgeRuns'],
    }),
    startRun: build.mutation<Run, StartRunBody>({
      query: (data) => ({ url: '/commerce-bridge/sync', method: 'POST', data }),
      // Also after a refusal: a 409 says that another administrator, or the schedule, was first.
      invalidatesTags: ['CommerceBridgeRuns'],
    }),
    cancelRun: build.mutation<unknown, undefined>({
      query: () => ({ url: '/commerce-bridge/sync/cancel', method: 'POST' }),
      invalidatesTags: ['CommerceBridgeRuns'],
    }),
  }),
});

export const { useGetSyncStateQuery, useGetRunHistoryQuery, useStartRunMutation, useCancelRunMutation } = runsApi;
