import { startOwnRedis } from '../../tests/support/instances/own-redis';
import { type BenchServer, benchServers } from '../lib/bench-databases';
import { basesOf } from './bases';
import { launchMeasuredSite } from './measured-site';
import type { Measure } from './measures';
import type { Part } from './part-list';
import { writesInThread } from './site-tasks';
import { startStore } from './stores';

/** Results with a part and without it at the same time, one per measurement. */
export interface PartFigures {
  part: Part;
  pairs: { on: number; off: number }[];
}

interface Asked {
  products: number;
  rounds: number;
}

/**
 * Measures a site with all parts and one without a part at the same time, several times, so that any other load on
 * the machine affects both.
 */
export async function measureParts(parts: readonly Part[], { products, rounds }: Asked): Promise<PartFigures[]> {
  const found: PartFigures[] = [];
  for (const part of parts) {
    const server = benchServers.find(({ id }) => id === part.server);
    if (!server) throw new Error(`there is no server ${part.server}`);
    const store = await startStore(part.measure.store, products);
    try {
      const bases = await basesOf(server, { products, storeUrl: store.url });
      const ground = { server, base: bases[part.measure.base], storeUrl: store.url, products, has: part.measure.has };
      const pairs = part.measure.writes
        ? await inFreshSites(part, ground, rounds)
        : await lookAtBoth(part, ground, rounds);
      found.push({ part, pairs });
    } finally {
      await store.stop();
    }
  }
  return found;
}

interface SharedGround {
  server: BenchServer;
  base: string;
  storeUrl: string;
  products: number;
  has: Measure['has'];
}

/** What was created once is reused. */
async function inFreshSites(part: Part, ground: SharedGround, rounds: number): Promise<PartFigures['pairs']> {
  const pairs: PartFigures['pairs'] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push(...(await lookAtBoth(part, ground, 1)));
  return pairs;
}

async function lookAtBoth(part: Part, ground: SharedGround, rounds: number): Promise<PartFigures['pairs']> {
  const { measure } = part;
  // Together, since a site resumes an unfinished run as soon as it listens.
  const [on, off] = await Promise.all([startCopy(ground, null), startCopy(ground, part.without)]);
  const pairs: PartFigures['pairs'] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = await Promise.all([on, off].map(({ site }) => measure.look({ ...ground, site, round })));
      const pair = { on: one?.[measure.headline] ?? NaN, off: other?.[measure.headline] ?? NaN };
      console.log(`${part.name} · ${measure.name}: ${pair.on.toPrecision(4)}, without ${pair.off.toPrecision(4)}`);
      console.log(`   with ${JSON.stringify(one)}\n   without ${JSON.stringify(other)}`);
      pairs.push(pair);
    }
  } finally {
    await on.stop();
    await off.stop();
  }
  return pairs;
}

async function startCopy({ server, base, storeUrl, has }: SharedGround, without: string | null) {
  const database = `cb_parts_${process.pid}_${without === null ? 'on' : 'off'}`;
  await server.drop(database);
  await server.copy(base, database);
  const redis = has === 'Redis' ? await startOwnRedis() : null;
  const environment = {
    ...(redis && { COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
    ...(has === 'writer thread' && { [writesInThread]: 'true' }),
  };
  const site = await launchMeasuredSite({ server, database, storeUrl, without, environment });
  return {
    site,
    async stop() {
      await site.kill();
      await redis?.close();
      await server.drop(database);
    },
  };
}
