import { useGetSyncStateQuery } from '../api/runs-api';

/** Polling intervals while a run is under way and while none is, in milliseconds. */
const pollingIntervals = { running: 1_000, idle: 5_000 };

/** The run under way and the last one, polled; more often while one is under way. */
export function usePolledSyncState() {
  const { data: known } = useGetSyncStateQuery(undefined);
  const isRunning = known !== undefined && known.current !== null;
  return useGetSyncStateQuery(undefined, {
    pollingInterval: isRunning ? pollingIntervals.running : pollingIntervals.idle,
    refetchOnMountOrArgChange: true,
  });
}
