import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChangeMessages, createIoredisChangeMessages } from '../../server/src/instances/ioredis-change-messages';
import { createIoredisConnection, type RedisConnection } from '../../server/src/instances/ioredis-connection';
import { readRedisSettings } from '../../server/src/instances/redis-address';
import { machineLoop } from '../../server/src/lib/clock';
import { type ScriptedRedis, startScriptedRedis } from '../support/instances/scripted-redis';
import { createQuietLogger } from '../support/quiet-logger';
import { eventually } from '../support/time/eventually';

/* The connection that receives messages, to a Redis that misbehaves as instructed. */

let redis: ScriptedRedis;
let connection: RedisConnection;
let messages: ChangeMessages;
let logger: ReturnType<typeof createQuietLogger>;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => void unhandled.push(reason);

beforeEach(async () => {
  unhandled.length = 0;
  process.on('unhandledRejection', onUnhandled);
  logger = createQuietLogger();
  redis = await startScriptedRedis();
  const settings = readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` });
  if (!settings) throw new Error('no address');
  const shared = { logger, redact: (text: string) => text };
  connection = createIoredisConnection({ address: settings.address, ...shared });
  await connection.connect(async () => undefined);
  messages = createIoredisChangeMessages({ connection, prefix: settings.prefix, loop: machineLoop, ...shared });
  messages.start();
  await eventually(async () => messages.areArriving());
});
afterEach(async () => {
  messages.stop();
  connection.close();
  await redis.close();
  process.off('unhandledRejection', onUnhandled);
});

const isRefusalLogged = () =>
  logger.lines.some(({ level, fields }) => level === 'warn' && String(fields['error']).includes('NOPERM'));

test('a connection that breaks again while it subscribes leaves no rejection unhandled', async () => {
  redis.script('close', 'close', 'accept');
  redis.disconnectAll();
  await eventually(async () => redis.accepted() > 1);
  expect(unhandled).toEqual([]);
});

test('a Redis that no longer permits to subscribe leaves no rejection unhandled', async () => {
  redis.script('refuse');
  redis.disconnectAll();
  await eventually(async () => isRefusalLogged());
  expect(unhandled).toEqual([]);
});

test('messages count as arriving only while Redis has accepted the subscription', async () => {
  redis.script('refuse');
  redis.disconnectAll();
  await eventually(async () => isRefusalLogged());
  expect(messages.areArriving()).toBe(false);
  redis.script('accept');
  await eventually(async () => messages.areArriving());
});

test('messages do not count as arriving while the connection is broken', async () => {
  await redis.close();
  await eventually(async () => !messages.areArriving());
});
