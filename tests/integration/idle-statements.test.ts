import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { type OwnRedis, redisProgram, startOwnRedis } from '../support/instances/own-redis';
import { type Requirement, whenAvailable } from '../support/requirements';
import { SwiftClock } from '../support/time/swift-clock';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const minutes = 3;
const speed = 30;

const withRedis = databaseKinds
  .filter(({ name }) => name === 'PostgreSQL')
  .map((kind) => ({ ...kind, name: `${kind.name} with Redis`, requirement: both(redisProgram(), kind.requirement) }));

for (const kind of [...databaseKinds, ...withRedis]) {
  whenAvailable(kind.requirement).describe(`an idle instance on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let redis: OwnRedis | null = null;
    let clock: SwiftClock;
    let connected: ConnectedSite;
    beforeAll(async () => {
      database = await kind.create(at);
      if (withRedis.includes(kind)) redis = await startOwnRedis();
      clock = new SwiftClock(speed);
      connected = await connectedSite({
        simulator: { clock: clock.simulated },
        boot: {
          machine: { clock },
          ...(database.connection && { database: database.connection }),
          ...(redis && { environment: { COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` } }),
        },
      });
      // Waits for everything that follows the start and the first sync.
      await passed(clock, 1);
    });
    afterAll(async () => {
      await connected.stop();
      await database.drop();
      await redis?.close();
    });

    test.each([0, 2])('sends its database at most one statement a second, with %d caches to purge', async (count) => {
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const keys = Array.from({ length: count }, (_, number) => `cache-${number}`);
      await connected.site.admin('PUT', '/commerce-bridge/settings', {
        purgeTargets: keys.map((key) => ({ key, kind: 'webhook', url: 'http://127.0.0.1:9', secret })),
      });
      const { statements, seconds } = await countedStatements(connected, clock);
      const total = [...statements.values()].reduce((sum, each) => sum + each, 0);
      // A statement that is sent every five seconds may be counted at both ends of the interval.
      const most = seconds + statements.size;
      expect(total, JSON.stringify([...statements], null, 2)).toBeLessThanOrEqual(most);
    });
  });
}

interface Counted {
  /** How often each statement was sent. */
  statements: Map<string, number>;
  /** The duration of counting on the site's clock: some minutes, and the time until their end was noticed. */
  seconds: number;
}

async function countedStatements({ site }: ConnectedSite, clock: SwiftClock): Promise<Counted> {
  const statements = new Map<string, number>();
  // Only our own statements: Strapi sends its statistics at some hour of the day.
  const count = ({ sql }: { sql: string }) => {
    if (/commerce_bridge/.test(sql)) statements.set(sql, (statements.get(sql) ?? 0) + 1);
  };
  const from = clock.now();
  site.strapi.db.connection.on('query', count);
  await passed(clock, minutes);
  site.strapi.db.connection.off('query', count);
  return { statements, seconds: (clock.now().getTime() - from.getTime()) / 1000 };
}

async function passed(clock: SwiftClock, count: number): Promise<void> {
  const since = clock.now().getTime();
  await eventually(async () => clock.now().getTime() - since >= count * 60_000);
}

/** The first absent requirement, or the second one, whose location the tests use. */
function both(first: Requirement, second: Requirement): Requirement {
  return first.kind === 'absent' ? first : second;
}
