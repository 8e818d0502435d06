import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { graphqlErrorBody } from '../../../contracts/rest/graphql';
import { seconds } from '../../../server/src/lib/durations';
import { startSimulator, type Simulator } from '../../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from './boot-site';
import { ShiftedClock } from '../time/shifted-clock';
import { connectionTo } from '../shops/shop';

/**
 * A site with the storefront of a simulated store, whose clock advances far enough before each test that no limit
 * applies.
 */
export function storefrontSite(pages = 'https://app.example') {
  const clock = new ShiftedClock();
  let simulator: Simulator;
  let site: BootedSite;

  beforeAll(async () => {
    simulator = await startSimulator({ products: 5, quota: 0 });
    site = await bootSite({
      environment: {
        ...connectionTo(simulator),
        COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url,
        COMMERCE_BRIDGE_CORS_ORIGINS: pages,
      },
      machine: { clock },
    });
  });
  afterAll(async () => {
    await site.stop();
    await simulator.close();
    removeSite(site);
  });
  // After a 429 of the store, the proxy pauses for seconds, and is slower for another ten.
  beforeEach(() => clock.advance(seconds(30)));
  afterEach(() => {
    simulator.faults.clear();
    expect(simulator.defects).toEqual([]);
  });

  return {
    clock,
    get simulator() {
      return simulator;
    },
    get site() {
      return site;
    },
    /** The proxy's requests to the store. */
    atStore: () => simulator.requests.all(({ path }) => path === '/graphql'),
    post: (body: unknown, init: RequestInit = {}) =>
      site.rest('/graphql', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      }),
  };
}

/** A query that every store supports. */
export const nameQuery = { query: '{ site { settings { storeName } } }' };
/** The body of an error, validated against the contract. */
export const failureOf = async (response: Response) => graphqlErrorBody.parse(await response.json());
