import type { Knex } from 'knex';
import { z } from 'zod';
import { productList } from '../../contracts/rest/products';
import { tables } from '../../server/src/database/tables';
import type { Simulator } from '../../simulator/src/server';
import { eventually } from '../../tests/support/time/eventually';
import { expectedCatalog } from '../../tests/support/shops/expected-catalog';
import { brokenInvariants, differencesFromUpstream } from '../../tests/support/invariants/invariants';
import type { ChaosDatabase } from './database';
import { versionOf } from './edits';
import type { Instance } from './instances';
import { differencesInReadings } from './readings';

// The first retry comes after a minute; if it fails in another outage, the second comes five minutes later.
const patience = 480_000;
const untilSeen = 10_000;
const open = ['pending', 'failed'];
const event = z.looseObject({ scope: z.string(), status: z.string(), last_error: z.string().nullable() });

/** Waits until no event is left to process; returns how long that took, in milliseconds. */
export async function untilQueueIsEmpty(knex: Knex): Promise<number> {
  const started = Date.now();
  const isEmpty = async () => (await knex(tables.events).whereIn('status', open).first()) === undefined;
  await eventually(isEmpty, patience).catch(() => undefined);
  return Date.now() - started;
}

/** The final state of the queue. */
export async function queueState(knex: Knex): Promise<{ incomplete: string[]; repeated: number }> {
  const left = z.array(event).parse(await knex(tables.events).whereNot('status', 'complete'));
  const repeated: unknown[] = await knex(tables.events).where('claims', '>', 1).select('id');
  return {
    incomplete: left.map(({ scope, status, last_error: error }) => `${scope} is ${status}: ${error ?? ''}`),
    repeated: repeated.length,
  };
}

/** Where an instance differs from the store, and which invariants the database violates. */
export async function whatDiffers(parts: {
  instances: readonly Instance[];
  simulator: Simulator;
  database: ChaosDatabase;
  /** The last version of each product whose event was acknowledged. */
  acknowledged: ReadonlyMap<number, number>;
  /** The slugs by which products were read. */
  slugs: readonly string[];
}): Promise<{ lost: string[]; differences: string[]; broken: string[] }> {
  const { instances, simulator, database, acknowledged, slugs } = parts;
  // Our own requests to the store would exceed the quota.
  simulator.quota.limit = 0;
  const expected = await expectedCatalog(simulator, { permalink: String });
  const [lost, differences]: [string[], string[]] = [[], []];
  for (const { name, url } of instances) {
    const look = async () => [
      ...(await differencesFromUpstream(url, simulator)),
      ...(await differencesInReadings(url, { expected, slugs })),
    ];
    await eventually(async () => (await look()).length === 0, untilSeen).catch(() => undefined);
    differences.push(...(await look()).map((line) => `${name}: ${line}`));
    for (const [product, version] of await shownVersions(url)) {
      const wanted = acknowledged.get(product) ?? 0;
      if (version < wanted) lost.push(`${name} shows version ${version} of product ${product}, not ${wanted}`);
    }
  }
  return { lost, differences, broken: await brokenInvariants(database.knex) };
}

async function shownVersions(url: string): Promise<Map<number, number>> {
  const versions = new Map<number, number>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = await fetch(`${url}/api/commerce-bridge/v1/products?per_page=100&page=${page}`);
    const list = productList.parse(await response.json());
    for (const { id, price } of list.products) versions.set(id, versionOf(price));
    pages = list.pages;
  }
  return versions;
}
