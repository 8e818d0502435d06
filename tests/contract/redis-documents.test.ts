import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { createInstances } from '../../server/src/instances/create-instances';
import { createIoredisConnection, type RedisConnection } from '../../server/src/instances/ioredis-connection';
import { createIoredisSharedDocuments } from '../../server/src/instances/ioredis-shared-documents';
import { readRedisSettings } from '../../server/src/instances/redis-address';
import { machineLoop } from '../../server/src/lib/clock';
import { milliseconds } from '../../server/src/lib/durations';
import { createKnownSecrets } from '../../server/src/lib/known-secrets';
import { errorOf } from '../support/http/client-bench';
import { ManualClock, settled } from '../support/time/clocks';
import { CountedDocuments } from '../support/databases/counted-documents';
import { openOwnTables } from '../support/databases/own-tables';
import { eventually } from '../support/time/eventually';
import { limitedInstances } from '../support/instances/limited-instances';
import { type OwnRedis, redisProgram, startOwnRedis } from '../support/instances/own-redis';
import { pacedInstances } from '../support/instances/paced-instances';
import { createQuietLogger } from '../support/quiet-logger';
import { redis, whenAvailable } from '../support/requirements';
import { startVanishingServer } from '../support/databases/vanishing-server';

const number = z.number();
const connections: RedisConnection[] = [];
afterEach(() => connections.splice(0).forEach((connection) => connection.close()));

function connectionTo(url: string): RedisConnection {
  const settings = readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: url });
  if (!settings) throw new Error('no address');
  const logger = createQuietLogger();
  const connection = createIoredisConnection({ address: settings.address, logger, redact: (text) => text });
  connections.push(connection);
  return connection;
}

/** Connects once Redis responds. */
async function connectedTo(url: string): Promise<RedisConnection> {
  const connection = connectionTo(url);
  await connect(connection);
  return connection;
}
const connect = (connection: RedisConnection) => connection.connect(() => connection.client.ping());

/** Documents of as many instances, each with a separate connection. */
async function documentsAt(url: string, count = 1): Promise<CountedDocuments[]> {
  const prefix = `commerce-bridge-test-${randomBytes(6).toString('hex')}:`;
  const made: CountedDocuments[] = [];
  for (let index = 0; index < count; index += 1) {
    const connection = await connectedTo(url);
    made.push(new CountedDocuments(createIoredisSharedDocuments({ connection, prefix })));
  }
  return made;
}

const addOne = (documents: CountedDocuments | undefined) =>
  documents?.change('count', number, (value) => ({ value: (value ?? 0) + 1, result: value ?? 0 }));

whenAvailable(redis()).describe('instances on Redis', (at) => {
  test('lose none of many simultaneous changes of a document', async () => {
    const documents = await documentsAt(at, 2);
    for (let round = 0; round < 5; round += 1) await Promise.all([0, 1, 0, 1].map((place) => addOne(documents[place])));
    expect(await addOne(documents[0])).toBe(20);
  });

  test('read the time of Redis with a document', async () => {
    const [documents] = await documentsAt(at);
    const time = await documents?.change('time', number, (_, now) => ({ value: now, result: now }));
    expect(Math.abs((time ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('keep to the limits of the store together', async () => {
    const clock = new ManualClock();
    const documents = await documentsAt(at, 3);
    const paced = pacedInstances({ clock, documents, count: 3 });
    const limited = limitedInstances({ clock, documents, count: 3, clientLimit: 20 });
    const go = async (rank: number): Promise<void> => {
      await paced.send(rank, { takes: 100 });
      return go(rank);
    };
    for (const rank of [0, 1, 2, 0, 1, 2, 0]) void go(rank);
    for (let passed = 0; passed < 4_000; passed += 50) {
      for (const rank of [0, 1, 2]) void limited.ask(rank, { client: `client ${passed % 350}` });
      await clock.advance(milliseconds(50));
      for (const each of documents) await each.quiet();
      await settled();
    }
    paced.stop();
    limited.stop();
    expect(paced.store.mostInFlight).toBeLessThanOrEqual(3);
    expect(limited.mostInASecond()).toBeLessThanOrEqual(20);
  });
});

whenAvailable(redisProgram()).describe('a Redis', () => {
  let own: OwnRedis;
  beforeAll(async () => {
    own = await startOwnRedis(['--requirepass', 'hunter2secret']);
  });
  afterAll(() => own.close());

  test('that rejects the password is reported with its address and without the password', async () => {
    const error = await errorOf(connectedTo(`redis://:wrong-hunter2@127.0.0.1:${own.port}`));
    expect(error).toMatchObject({ code: 'redis_unreachable' });
    expect(String(error)).toMatch(
      new RegExp(`Redis cannot be used at 127.0.0.1:${own.port}: .*WRONGPASS.* correct COMMERCE_BRIDGE_REDIS_URL`),
    );
    expect(String(error)).not.toContain('hunter2');
  });

  test('that is no Cluster is rejected as such', async () => {
    const error = await errorOf(connectedTo(`redis+cluster://:hunter2secret@127.0.0.1:${own.port}`));
    expect(String(error)).toMatch(/Redis cannot be used at .*: ERR This instance has cluster support disabled\. Start/);
  });

  test('that is restarted while a site starts is waited for', async () => {
    await own.stop();
    const connection = connectionTo(`redis://:hunter2secret@127.0.0.1:${own.port}`);
    const connected = connect(connection);
    await own.start();
    await connected;
    expect(connection.isReady()).toBe(true);
  });

  test('that goes away fails changes at once, and serves them again when it is back', async () => {
    const connection = await connectedTo(`redis://:hunter2secret@127.0.0.1:${own.port}`);
    const documents = new CountedDocuments(createIoredisSharedDocuments({ connection, prefix: 'test:' }));
    await addOne(documents);
    await own.stop();
    await expect(addOne(documents)).rejects.toThrow();
    await eventually(async () => !connection.isReady());
    await own.start();
    await eventually(async () => connection.isReady());
    // The restarted server has no data.
    expect(await addOne(documents)).toBe(0);
  });

  test('that became a replica is connected to again: its name may lead to another one by then', async () => {
    const server = await startOwnRedis();
    onTestFinished(() => server.close());
    const connection = await connectedTo(`redis://127.0.0.1:${server.port}`);
    const documents = new CountedDocuments(createIoredisSharedDocuments({ connection, prefix: 'test:' }));
    const ownId = () => connection.client.call('CLIENT', 'ID').catch(() => null);
    const before = await ownId();
    await server.send('REPLICAOF', '127.0.0.1', '1');
    expect(String(await errorOf(addOne(documents) ?? expect.unreachable()))).toContain('READONLY');
    await eventually(async () => ![before, null].includes(Number(await ownId()) || null));
  });

  test('that vanished without closing its connections is connected to again', async () => {
    const between = await startVanishingServer(own.port);
    const connection = await connectedTo(`redis://:hunter2secret@127.0.0.1:${between.port}`);
    const documents = new CountedDocuments(createIoredisSharedDocuments({ connection, prefix: 'vanished:' }));
    await addOne(documents);
    between.vanish();
    await expect(addOne(documents)).rejects.toThrow();
    expect(await eventually(() => addOne(documents)?.catch(() => null) ?? Promise.resolve(null))).toBe(1);
    connection.close();
    await between.close();
  });
});

describe('where nothing listens', () => {
  test('the message says where, and what to do', async () => {
    const error = await errorOf(connectedTo('redis://:hunter2secret@127.0.0.1:1'));
    expect(String(error)).toContain('Redis cannot be used at 127.0.0.1:1: ');
    expect(String(error)).toContain('Start it, correct COMMERCE_BRIDGE_REDIS_URL, or remove that variable');
    expect(String(error)).not.toContain('hunter2secret');
  });
});

test('the password of Redis stays secret, however many tokens come and go', async () => {
  const own = await openOwnTables();
  onTestFinished(() => own.close());
  const { database } = own;
  const clock = new ManualClock();
  const knownSecrets = createKnownSecrets();
  const instances = createInstances({
    redis: readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: 'redis://:hunter2secret@127.0.0.1:1' }),
    database,
    databaseClock: createDatabaseClock({ database, clock }),
    clock,
    loop: machineLoop,
    logger: createQuietLogger(),
    self: { id: 'one', version: '1.0.0', host: 'here', pid: 1 },
    knownSecrets,
  });
  onTestFinished(() => instances.stop());
  for (let count = 0; count < 201; count += 1) knownSecrets.remember(`the token number ${count}`);
  expect(knownSecrets.redact('AUTH hunter2secret')).toBe('AUTH [redacted]');
});
