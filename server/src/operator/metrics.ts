import type { Overview } from '../../../contracts/admin/overview';
import type { GaugeReading, MetricsPage } from '../metrics/meters';
import type { Outbox } from '../outbox/create-outbox';
import type { EventBacklog } from '../webhooks/event-queue';

export interface MetricsOptions {
  page: MetricsPage;
  overview: () => Promise<Overview>;
  backlog: Pick<EventBacklog, 'oldestDue'>;
  outbox: Pick<Outbox, 'progress'>;
  /** The cached responses of this instance. */
  cachedResponses: () => { responses: number; bytes: number };
  /** The plugin's version. */
  version: string;
}

/** The response of `GET /commerce-bridge/metrics`, in Prometheus' text format (behavior 12.4). */
export function createMetrics({ page, ...options }: MetricsOptions) {
  return {
    contentType: page.contentType,
    async read(): Promise<string> {
      const overview = await options.overview();
      const oldest = await options.backlog.oldestDue();
      return page.render([
        ...siteGauges(overview),
        ...storeGauges(overview.quota),
        ...instanceGauges(overview.instances),
        one('queue_oldest_event_age_seconds', {
          help: 'For how long the longest waiting event has been due; 0 when none waits.',
          value: (oldest?.since ?? 0) / 1000,
        }),
        {
          name: 'purges_waiting',
          help: 'Changes that caches in front of the site, and its own function, have yet to be notified of.',
          values: (await options.outbox.progress()).map(({ name, waiting }) => ({
            labels: { target: name },
            value: waiting,
          })),
        },
        ...cacheGauges(options.cachedResponses()),
        {
          name: 'build_info',
          help: 'Always 1; the version of this instance is its label.',
          values: [{ labels: { version: options.version }, value: 1 }],
        },
      ]);
    },
  };
}

const one = (name: string, { help, value }: { help: string; value: number | null }): GaugeReading => ({
  name,
  help,
  values: value === null ? [] : [{ value }],
});

const statuses: readonly Overview['status']['kind'][] = ['up_to_date', 'behind', 'failing', 'not_set_up'];

function siteGauges({ status, events, counts, removalHeld, sync }: Overview): GaugeReading[] {
  return [
    {
      name: 'site_status',
      help: 'The status of the site: 1 for the one it has.',
      values: statuses.map((state) => ({ labels: { status: state }, value: status.kind === state ? 1 : 0 })),
    },
    {
      name: 'queue_events',
      help: 'Webhook events that are kept, by state; pending and failed ones wait to be processed.',
      values: Object.entries(events).map(([state, value]) => ({ labels: { status: state }, value })),
    },
    {
      name: 'cached_records',
      help: 'Cached records of the store.',
      values: [
        { labels: { entity: 'product' }, value: counts.products },
        { labels: { entity: 'category' }, value: counts.categories },
        { labels: { entity: 'brand' }, value: counts.brands },
      ],
    },
    one('held_removals', {
      help: 'Kinds of records with removals that wait for approval.',
      value: removalHeld.length,
    }),
    one('run_in_progress', { help: 'Whether a sync is in progress on any instance.', value: sync.current ? 1 : 0 }),
    one('last_run_end_timestamp_seconds', {
      help: 'When the last sync that wrote ended, in Unix time.',
      value: sync.lastWriting?.finishedAt ? Date.parse(sync.lastWriting.finishedAt) / 1000 : null,
    }),
  ];
}

function storeGauges(quota: Overview['quota']): GaugeReading[] {
  return [
    one('upstream_quota_requests', {
      help: 'Requests that the store allows in a window.',
      value: quota?.limit ?? null,
    }),
    one('upstream_quota_left_requests', { help: 'Requests left in the current window.', value: quota?.left ?? null }),
    one('upstream_requests_in_flight', {
      help: 'Requests sent that have no response yet.',
      value: quota?.inFlight ?? 0,
    }),
    one('upstream_requests_waiting', {
      help: 'Requests held back until the budget allows.',
      value: quota?.waiting ?? 0,
    }),
  ];
}

// A label per instance would leave a series in Prometheus for every process that ever ran.
function furthestOf(differences: readonly number[]): number | null {
  return [...differences].sort((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null;
}

function instanceGauges(instances: Overview['instances']): GaugeReading[] {
  const versions = [...new Set(instances.map(({ version }) => version))];
  return [
    {
      name: 'instances',
      help: 'Running instances of the site, by version.',
      values: versions.map((version) => ({
        labels: { version },
        value: instances.filter((each) => each.version === version).length,
      })),
    },
    one('clock_ahead_seconds', {
      help: "How far the clock that differs most is ahead of the database's; negative if it is behind.",
      value: furthestOf(instances.map(({ clockAheadMs }) => clockAheadMs / 1000)),
    }),
  ];
}

const cacheGauges = ({ responses, bytes }: { responses: number; bytes: number }): GaugeReading[] => [
  one('cached_responses', { help: 'Responses in the memory of this instance.', value: responses }),
  one('cached_responses_bytes', { help: 'Their size.', value: bytes }),
];
