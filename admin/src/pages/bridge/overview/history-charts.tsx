import { Grid } from '@strapi/design-system';
import { useGetOverviewHistoryQuery } from '../../../api/overview-api';
import { usePolling } from '../../../hooks/use-polling';
import { DelaysChart } from './delays-chart';
import { RunsChart } from './runs-chart';

/** How often the charts are polled, in milliseconds. */
const pollingInterval = 30_000;

/** Charts of recent runs and events; renders nothing while they are unknown. */
export function HistoryCharts({ lastRun }: { lastRun: string | null }) {
  // The last run is part of the cache key: each finished run adds a bar.
  const { data: history, refetch } = useGetOverviewHistoryQuery(lastRun, { refetchOnMountOrArgChange: true });
  usePolling(refetch, pollingInterval);
  if (history === undefined) return null;
  return (
    <Grid.Root gap={6}>
      <Grid.Item col={6} s={12} xs={12} direction="column" alignItems="stretch">
        <RunsChart runs={history.runs} />
      </Grid.Item>
      <Grid.Item col={6} s={12} xs={12} direction="column" alignItems="stretch">
        <DelaysChart eventDelays={history.eventDelays} />
      </Grid.Item>
    </Grid.Root>
  );
}
