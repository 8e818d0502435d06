interface CounterDefinition {
  help: string;
  labels: readonly string[];
}

/** Counters of each instance, from its start; the full name is `commerce_bridge_…_total`. */
export const counters = {
  upstream_requests: {
    help: 'Requests sent to the store, by API and HTTP status, or no_response, or abandoned.',
    labels: ['api', 'status'],
  },
  graphql_requests: {
    help: 'Requests to the GraphQL proxy: passed on, or the code with which they were refused or failed.',
    labels: ['outcome'],
  },
  responses: {
    help: 'Responses of the public API, by where they came from: the memory of this instance, Redis, or none of the caches.',
    labels: ['cache'],
  },
  refused_reads: {
    help: 'Reads of the public API that were refused with 429, since their client had used up its share.',
    labels: [],
  },
  runs: { help: 'Syncs that ended on this instance.', labels: ['mode', 'status'] },
  run_records: {
    help: 'Records that the syncs of this instance processed, by what became of them.',
    labels: ['entity', 'outcome'],
  },
} as const satisfies Record<string, CounterDefinition>;

export type CounterName = keyof typeof counters;
export type CounterLabels<Name extends CounterName> = Record<(typeof counters)[Name]['labels'][number], string>;

/** From the arrival of an event until the catalog shows its change. */
export const eventDelay = {
  name: 'commerce_bridge_event_delay_seconds',
  help: 'How long events took on this instance, from their arrival until the public API shows the change.',
  buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
};

/** Counts what happens in this process; costs no more than an addition (behavior 12.4). */
export interface Meters {
  /** @param by 1 when absent */
  count<Name extends CounterName>(name: Name, labels: CounterLabels<Name>, by?: number): void;
  observeEventDelay(seconds: number): void;
}

/** Counts nothing. */
export const noMeters: Meters = { count: () => undefined, observeEventDelay: () => undefined };

/** A value that is read when the metrics are requested. */
export interface GaugeReading {
  /** Without the prefix `commerce_bridge_`; ends with the base unit. */
  name: string;
  help: string;
  values: readonly { labels?: Record<string, string>; value: number }[];
}

/** Renders the counters and the given gauges. */
export interface MetricsPage {
  contentType: string;
  render(gauges: readonly GaugeReading[]): Promise<string>;
}
