import type {
  CancelBody,
  Run,
  RunChange,
  RunChangeList,
  RunFailureList,
  RunHistory,
  RunLogView,
  RunMode,
  SyncResponse,
} from '../../../contracts/admin/runs';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';

/** Every mode of a run, in the order in which they are offered. */
export const runModes: RunMode[] = ['full', 'sweep', 'incremental'];

/** Body of `POST /commerce-bridge/sync`. */
export interface StartRunBody {
  mode: RunMode;
  allowMassRemoval: boolean;
  dryRun: boolean;
}

const cachedRuns = cachedAs(['CommerceBridgeRuns']);
/** The last finished run, as of the latest response; undefined before the first response. */
let endedRun: string | null | undefined;

const runsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getSyncState: build.query<SyncResponse, undefined>({
      query: () => ({ url: '/commerce-bridge/sync' }),
      providesTags: ['CommerceBridgeRuns'],
      async onQueryStarted(argument, lifecycle) {
        const before = endedRun;
        await cachedRuns.onQueryStarted(argument, lifecycle);
        const response = await lifecycle.queryFulfilled.catch(() => null);
        if (response === null) return;
        endedRun = response.data.last?.id ?? null;
        // A finished run may change the status, which every page shows at once.
        if (before !== undefined && before !== endedRun)
          lifecycle.dispatch(bridgeApi.util.invalidateTags(['CommerceBridgeHealth']));
      },
    }),
    getRunHistory: build.query<RunHistory, { page: number; pageSize: number }>({
      query: ({ page, pageSize }) => ({
        url: '/commerce-bridge/sync/runs',
        config: { params: { page, pageSize } },
      }),
      ...cachedAs(['CommerceBridgeRuns']),
    }),
    getRunLog: build.query<RunLogView, string>({
      query: (id) => ({ url: `/commerce-bridge/sync/runs/${id}/log` }),
    }),
    getRunFailures: build.query<RunFailureList, { id: string; page: number; pageSize: number }>({
      query: ({ id, ...params }) => ({ url: `/commerce-bridge/sync/runs/${id}/failures`, config: { params } }),
    }),
    getRunChanges: build.query<RunChangeList, { id: string; kind: RunChange['kind']; page: number; pageSize: number }>({
      query: ({ id, ...params }) => ({ url: `/commerce-bridge/sync/runs/${id}/changes`, config: { params } }),
    }),
    startRun: build.mutation<Run, StartRunBody>({
      query: (data) => ({ url: '/commerce-bridge/sync', method: 'POST', data }),
      // Also after a failure: a 409 means that another administrator, or the schedule, has started a run.
      ...makesStale(['CommerceBridgeRuns']),
    }),
    cancelRun: build.mutation<unknown, CancelBody>({
      query: (data) => ({ url: '/commerce-bridge/sync/cancel', method: 'POST', data }),
      ...makesStale(['CommerceBridgeRuns']),
    }),
  }),
});

export const {
  useGetSyncStateQuery,
  useGetRunHistoryQuery,
  useGetRunLogQuery,
  useGetRunChangesQuery,
  useGetRunFailuresQuery,
  useStartRunMutation,
  useCancelRunMutation,
} = runsApi;
