import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { productList } from '../../contracts/rest/products';
import type { Simulator } from '../../simulator/src/server';
import type { Randomness } from '../../tests/support/randomness';
import { Deliveries } from './deliveries';
import { createEditor, versionOf } from './edits';
import type { Freshness } from './freshness';
import { instanceHeader } from './haproxy';
import type { Answer, Callers } from './requests';

// Milliseconds between two of each.
const every = { edit: 500, read: 50, query: 500, burst: 4000 };
// More than the store allows in a second.
const queriesInBurst = 30;
const root = '/api/commerce-bridge/v1';
const shown = z.looseObject({ id: z.number(), price: z.number() });

export interface TrafficOptions {
  simulator: Simulator;
  callers: Callers;
  freshness: Freshness;
  random: Randomness;
  /** Slugs of products as they were at the start. */
  slugs: readonly string[];
}

/** Edits with their deliveries, reads, and GraphQL queries, each at its rate, until stopped. */
export function startTraffic(options: TrafficOptions) {
  const { simulator, callers } = options;
  const deliveries = new Deliveries(simulator, callers);
  const editOne = createEditor({ ...options, deliveries });
  const counts = { edits: 0, queries: 0, answered: 0 };
  let failure: { error: unknown } | null = null;
  let isOver = false;

  async function query(): Promise<void> {
    counts.queries += 1;
    const { status } = await callers.call({
      method: 'POST',
      path: `${root}/graphql`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ site { settings { storeName } } }' }),
    });
    if (status === 200) counts.answered += 1;
  }

  /** What is slow does not slow down what follows. */
  async function repeat(interval: number, work: () => Promise<unknown>): Promise<void> {
    while (!isOver) {
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
    repeat(every.edit, () => {
      counts.edits += 1;
      return editOne();
    }),
    repeat(every.read, () => readOne(options)),
    repeat(every.query, query),
    repeat(every.burst, () => Promise.all(Array.from({ length: queriesInBurst }, query))),
  ]);

  return {
    counts,
    deliveries,
    /** Throws what failed so far, other than requests. */
    mustHaveWorked,
    async stop(): Promise<void> {
      isOver = true;
      await running;
    },
  };
}

async function readOne({ callers, freshness, random, slugs }: TrafficOptions): Promise<void> {
  const isList = random.below(3) === 0;
  const path = isList ? `/products?per_page=100&page=${1 + random.below(2)}` : `/products/${random.pick(slugs)}`;
  const answer = await callers.call({ method: 'GET', path: `${root}${path}` });
  if (answer.status !== 200) return;
  const by = `${path.split('?')[0]} of ${String(answer.headers[instanceHeader])}`;
  for (const { id, price } of productsIn(answer, isList))
    freshness.shown(id, versionOf(price), { sentAt: answer.sentAt, by });
}

function productsIn({ body }: Answer, isList: boolean): { id: number; price: number }[] {
  const parsed: unknown = JSON.parse(body);
  return isList ? productList.parse(parsed).products : [shown.parse(parsed)];
}
