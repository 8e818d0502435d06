import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createSharedResponses } from '../../server/src/catalog/responses/shared-responses';
import { createIoredisConnection, type RedisConnection } from '../../server/src/instances/ioredis-connection';
import { createIoredisSharedValues } from '../../server/src/instances/ioredis-shared-values';
import { readRedisSettings } from '../../server/src/instances/redis-address';
import { usualTimes } from '../../server/src/instances/shared-values';
import { machineLoop } from '../../server/src/lib/clock';
import { milliseconds, minutes } from '../../server/src/lib/durations';
import { eventually } from '../support/time/eventually';
import { createQuietLogger } from '../support/quiet-logger';
import { redis, whenAvailable } from '../support/requirements';

const connections: RedisConnection[] = [];
afterEach(() => connections.splice(0).forEach((connection) => connection.close()));

/** Values of two instances. */
async function twoAt(url: string) {
  const settings = readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: url });
  if (!settings) throw new Error('no address');
  const connection = createIoredisConnection({
    address: settings.address,
    logger: createQuietLogger(),
    redact: (text) => text,
  });
  connections.push(connection);
  await connection.connect(() => connection.client.ping());
  const prefix = `commerce-bridge-test-${randomBytes(6).toString('hex')}:`;
  const valuesOf = (holder: string) => createIoredisSharedValues({ connection, prefix, holder });
  return { mine: valuesOf('mine'), theirs: valuesOf('theirs') };
}

const wanted = { wanted: '2', lease: minutes(1) };
const body = Buffer.from([0, 255, 10, 13, 128]);
const value = { version: '1', head: 'né', body, lifetime: minutes(1) };

whenAvailable(redis()).describe('values that instances share in Redis', (at) => {
  test('come back byte by byte, with the rest of their lifetime, and with a lease unless they are of the wanted version', async () => {
    const { mine, theirs } = await twoAt(at);
    await mine.keep('a', value);
    const found = await theirs.find('a', wanted);
    expect(found).toMatchObject({ value: { head: 'né', body }, lease: 'mine' });
    expect(found.value?.lifetime).toBeGreaterThan(milliseconds(1000));
    expect(found.value?.lifetime).toBeLessThanOrEqual(minutes(1));
    await mine.keep('a', { ...value, version: '2' });
    expect(await mine.find('a', wanted)).toMatchObject({ value: { body }, lease: 'unneeded' });
  });

  test('are made by one instance at a time, which may ask again', async () => {
    const { mine, theirs } = await twoAt(at);
    expect([await mine.find('a', wanted), await theirs.find('a', wanted), await mine.find('a', wanted)]).toEqual([
      { value: null, lease: 'mine' },
      { value: null, lease: 'other' },
      { value: null, lease: 'mine' },
    ]);
    // An instance without the lease cannot release it.
    await theirs.release('a');
    expect((await theirs.find('a', wanted)).lease).toBe('other');
    await mine.release('a');
    expect((await theirs.find('a', wanted)).lease).toBe('mine');
  });

  test('are made by the next instance when the lease has ended', async () => {
    const { mine, theirs } = await twoAt(at);
    await mine.find('a', { ...wanted, lease: milliseconds(20) });
    await eventually(async () => (await theirs.find('a', wanted)).lease === 'mine');
  });

  test('are found by an instance that was too busy to read the response', async () => {
    const { mine, theirs } = await twoAt(at);
    const upTo = { last: 1, mark: 'a', gaps: [] };
    const [one, other] = [mine, theirs].map((values) =>
      createSharedResponses({
        values,
        seen: { upTo: () => upTo, unseenBy: () => [] },
        variant: () => '',
        times: usualTimes,
        loop: machineLoop,
        logger: createQuietLogger(),
      }),
    );
    const response = { bytes: Buffer.from('a response'), entityTag: '"1"', surrogateKeys: 'product-1' };
    const content = { kind: 'product' as const, id: 1, categoryIds: [], brandId: null };
    one?.keep('a', { response, content, lifetime: minutes(1) }, upTo);
    const find = () => other?.find('a', (found) => String(found.response.bytes));
    await eventually(async () => (await find()) ?? null);

    const found = find();
    const busyUntil = performance.now() + 2 * usualTimes.patience;
    while (performance.now() < busyUntil);
    expect(await found).toBe('a response');
  });

  test('are gone after their lifetime', async () => {
    const { mine } = await twoAt(at);
    await mine.keep('a', { ...value, lifetime: milliseconds(20) });
    await eventually(async () => (await mine.find('a', wanted)).value === null);
  });
});
