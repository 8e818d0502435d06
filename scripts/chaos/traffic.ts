import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { productList } from '../../contracts/rest/products';
import type { Simulator } from '../../simulator/src/server';
import type { Randomness } from '../../tests/support/randomness';
import { Deliveries } from './deliveries';
import { createEditor, versionOf } from './edits';
import type { Freshness } from './freshness';
import { instanceHeader } from './haproxy';
import { drawReading, type Reading } from './readings';
import type { Callers } from './requests';

// Milliseconds between two requests of each kind.
const every = { edit: 500, read: 50, query: 500, burst: 4000 };
// More than the store allows in a second.
const queriesInBurst = 30;
const root = '/api/commerce-bridge/v1';
const shown = z.looseObject({ id: z.number(), price: z.number() });
const named = z.object({ data: z.object({ site: z.object({ settings: z.object({ storeName: z.string() }) }) }) });

export interface TrafficOptions {
  simulator: Simulator;
  callers: Callers;
  freshness: Freshness;
  random: Randomness;
  /** Slugs of products at the start. */
  slugs: readonly string[];
}

/**
 * Sends edits with their deliveries, reads, and GraphQL queries, each at its own rate, until stopped; reads stop last.
 */
export function startTraffic(options: TrafficOptions) {
  const { simulator, callers } = options;
  const deliveries = new Deliveries(simulator, callers);
  const editOne = createEditor({ ...options, deliveries });
  const noReads: Record<string, number> = {};
  const counts = { edits: 0, queries: 0, completed: 0, readsOf: noReads };
  let failure: { error: unknown } | null = null;
  const [editing, reading] = [new AbortController(), new AbortController()];

  async function query(): Promise<void> {
    counts.queries += 1;
    const { status, body } = await callers.call({
      method: 'POST',
      path: `${root}/graphql`,
      // Bursts exceed the store's limit.
      expected: [200, 429],
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ site { settings { storeName } } }' }),
    });
    if (status !== 200) return;
    named.parse(JSON.parse(body));
    counts.completed += 1;
  }

  /** Slow requests do not delay the next ones. */
  async function repeat(interval: number, until: AbortSignal, work: () => Promise<unknown>): Promise<void> {
    while (!until.aborted) {
      void work().catch((error: unknown) => {
        failure ??= { error };
      });
      await pause(interval);
    }
  }

  const mustHaveWorked = () => {
    if (failure !== null) throw failure.error;
  };
  const running = Promise.all([
    repeat(every.edit, editing.signal, () => {
      counts.edits += 1;
      return editOne();
    }),
    repeat(every.query, editing.signal, query),
    repeat(every.burst, editing.signal, () => Promise.all(Array.from({ length: queriesInBurst }, query))),
    repeat(every.read, reading.signal, () => readOne(options, counts.readsOf)),
  ]);

  return {
    counts,
    deliveries,
    /** Throws the first error so far that is not a failed request. */
    mustHaveWorked,
    /** From here on there are only reads and retries of unacknowledged deliveries. */
    stopEdits: () => editing.abort(),
    async stop(): Promise<void> {
      editing.abort();
      reading.abort();
      await running;
    },
  };
}

async function readOne(
  { callers, freshness, random, slugs }: TrafficOptions,
  readsOf: Record<string, number>,
): Promise<void> {
  const { kind, path } = drawReading(random, slugs);
  const reply = await callers.call({
    method: 'GET',
    path: `${root}${path}`,
    // Products may be deleted or get other slugs.
    expected: kind === 'product' ? [200, 301, 404] : [200],
  });
  if (reply.status !== 200) return;
  const instance = String(reply.headers[instanceHeader]);
  readsOf[instance] = (readsOf[instance] ?? 0) + 1;
  const parsed: unknown = JSON.parse(reply.body);
  const by = `${path} of ${instance}`;
  for (const { id, price } of productsIn(parsed, kind))
    freshness.shown(id, versionOf(price), { sentAt: reply.sentAt, by });
}

function productsIn(parsed: unknown, kind: Reading['kind']): { id: number; price: number | null }[] {
  if (kind === 'taxonomy') return [];
  return kind === 'list' ? productList.parse(parsed).products : [shown.parse(parsed)];
}
