import { useGetSyncStateQuery } from '../api/runs-api';
import { usePolling } from './use-polling';

/** Polling intervals while a run is under way and while none is, in milliseconds. */
const pollingIntervals = { running: 1_000, idle: 5_000 };

/** The run under way and the last one, polled; more often while one is under way. */
export function usePolledSyncState() {
  const query = useGetSyncStateQuery(undefined, { refetchOnMountOrArgChange: true });
  const isRunning = query.data !== undefined && query.data.current !== null;
  usePolling(query.refetch, isRunning ? pollingIntervals.running : pollingIntervals.idle);
  return query;
}
