import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { createIoredisConnection, type RedisConnection } from '../../server/src/instances/ioredis-connection';
import { createIoredisSharedDocuments } from '../../server/src/instances/ioredis-shared-documents';
import { createKnexSharedDocuments } from '../../server/src/instances/knex-shared-documents';
import { readRedisSettings } from '../../server/src/instances/redis-address';
import type { SharedDocuments } from '../../server/src/instances/shared-documents';
import { type Milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import { CountedDocuments } from '../support/databases/counted-documents';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { memberInstances } from '../support/instances/member-instances';
import { type OwnRedis, redisProgram, startOwnRedis } from '../support/instances/own-redis';
import { createQuietLogger } from '../support/quiet-logger';
import { allOf, whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

/* Limiters of three instances over a real Redis and a real PostgreSQL, with a clock that the test moves. */

const limit = 20;
const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL') ?? expect.unreachable();

whenAvailable(allOf(kind.requirement, redisProgram())).describe('instances on Redis and PostgreSQL', (at) => {
  let own: SharedTables;
  let redis: OwnRedis;
  let connection: RedisConnection;
  beforeAll(async () => {
    own = await openSharedTables(await kind.create(at));
    redis = await startOwnRedis();
    const settings = readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` });
    if (!settings) throw new Error('no address');
    connection = createIoredisConnection({ ...settings, logger: createQuietLogger(), redact: (text) => text });
    await connection.connect(() => connection.client.ping());
  });
  beforeEach(async () => {
    await own.empty([tables.sharedDocuments]);
    await redis.send('FLUSHALL');
    await redis.send('CONFIG', 'SET', 'maxmemory', '0');
  });
  afterAll(async () => {
    connection.close();
    await redis.close();
    await own.close();
  });

  async function aSite(members: number) {
    const clock = new ManualClock();
    const { database } = own;
    const rows = createKnexSharedDocuments({ database, clock: createMachineClock({ database, clock }) });
    const counted = {
      database: new CountedDocuments(rows),
      place: new CountedDocuments(timed(createIoredisSharedDocuments({ connection, prefix: 'test:' }), clock)),
    };
    const settle = async () => {
      await counted.database.quiet();
      await counted.place.quiet();
    };
    const site = memberInstances({ clock, ...counted, count: 3, settle });
    for (let rank = 0; rank < members; rank += 1) await site.join(rank);
    await site.pass(minutes(1));
    return site;
  }

  /** Eight seconds of load before and after a rest, in which only the first instance gets requests. */
  async function underLoad(site: Awaited<ReturnType<typeof aSite>>, rest: Milliseconds): Promise<void> {
    await site.pass(seconds(8), [2, 2, 2]);
    await site.pass(rest, [1, 0, 0]);
    await site.pass(seconds(8), [2, 2, 2]);
  }

  test('never exceed the limit while one is cut off for four minutes', async () => {
    const site = await aSite(3);
    await site.pass(seconds(3), [2, 2, 2]);
    site.cutOff(0);
    await underLoad(site, seconds(30));
    await underLoad(site, seconds(40));
    await underLoad(site, minutes(2));
    expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
    expect(site.seen.length).toBeGreaterThan(500);
    await site.stop();
  });

  test('never exceed the limit while one is cut off and another one joins', async () => {
    const site = await aSite(2);
    await site.pass(seconds(3), [2, 2, 0]);
    site.cutOff(0);
    await site.join(2);
    await underLoad(site, seconds(20));
    await underLoad(site, seconds(10));
    expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
    expect(site.admitted(2)).toBeGreaterThan(30);
    await site.stop();
  });

  test('keep to their parts while Redis refuses changes, and use the whole limit again once it takes them', async () => {
    const site = await aSite(3);
    await site.pass(seconds(3), [2, 2, 2]);
    await redis.send('CONFIG', 'SET', 'maxmemory', '1');
    await site.pass(minutes(1));
    const sent = async (load: readonly number[]) => {
      const before = site.seen.length;
      await site.pass(seconds(8), load);
      return site.seen.length - before;
    };
    expect(await sent([2, 2, 2])).toBeGreaterThan(6 * limit);
    await redis.send('CONFIG', 'SET', 'maxmemory', '0');
    await site.pass(minutes(2));
    expect(await sent([2, 0, 0])).toBeGreaterThan(6 * 10);
    expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
    await site.stop();
  });

  test('never exceed the limit when Redis is flushed while one is cut off from it', async () => {
    const site = await aSite(3);
    await site.pass(seconds(3), [2, 1, 0]);
    site.wayOf(0).place.isCut = true;
    await site.pass(seconds(1), [2, 2, 2]);
    await redis.send('FLUSHALL');
    await underLoad(site, seconds(20));
    await underLoad(site, seconds(20));
    expect(site.mostInASecond()).toBeLessThanOrEqual(limit);
    await site.stop();
  });
});

/** Uses the clock of the test instead of Redis's. */
const timed = (documents: SharedDocuments, clock: ManualClock): SharedDocuments => ({
  ...documents,
  change: (name, schema, work) => documents.change(name, schema, (value) => work(value, clock.now().getTime())),
});
