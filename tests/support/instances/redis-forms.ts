import { z } from 'zod';
import { createIoredisChangeMessages } from '../../../server/src/instances/ioredis-change-messages';
import { createIoredisConnection } from '../../../server/src/instances/ioredis-connection';
import { createIoredisSharedDocuments } from '../../../server/src/instances/ioredis-shared-documents';
import { createIoredisSharedValues } from '../../../server/src/instances/ioredis-shared-values';
import { readRedisSettings } from '../../../server/src/instances/redis-address';
import { reach } from '../../../server/src/instances/shared-documents';
import { machineLoop } from '../../../server/src/lib/clock';
import { minutes, seconds } from '../../../server/src/lib/durations';
import { eventually } from '../time/eventually';
import { createQuietLogger } from '../quiet-logger';

/** The ways in which an instance uses Redis. */
export interface RedisUser {
  /** Adds one to a document. */
  count(): Promise<number>;
  /** Caches a response; null if that failed. */
  keep(name: string, text: string): Promise<void>;
  find(name: string): Promise<string | null>;
  announce(): void;
  /** Announces changes at once. @returns the number of recipients */
  notifyAll(): Promise<number>;
  /** How often it was notified of both changes and events. */
  notified(): number;
  close(): void;
}

/** Connects as one of a site's instances does. @throws RedisUnreachableError */
export async function useRedis(url: string, holder = 'one'): Promise<RedisUser> {
  const settings = readRedisSettings({ COMMERCE_BRIDGE_REDIS_URL: url });
  if (!settings) throw new Error('no address');
  const logger = createQuietLogger();
  const redact = (text: string) => text;
  const connection = createIoredisConnection({ address: settings.address, logger, redact });
  const { prefix } = settings;
  const documents = createIoredisSharedDocuments({ connection, prefix });
  await connection.connect(() => reach(documents));
  const values = createIoredisSharedValues({ connection, prefix: `${prefix}response:`, holder });
  const messages = createIoredisChangeMessages({ connection, prefix, loop: machineLoop, logger, redact });
  const notified = { changes: 0, events: 0 };
  messages.onMessage(() => void (notified.changes += 1));
  messages.events.onMessage(() => void (notified.events += 1));
  messages.start();
  return {
    count: () => documents.change('count', z.number(), (value) => ({ value: (value ?? 0) + 1, result: value ?? 0 })),
    keep: (name, text) => values.keep(name, { version: '1', head: '', body: Buffer.from(text), lifetime: minutes(1) }),
    async find(name) {
      const { value } = await values.find(name, { wanted: '1', lease: seconds(1) });
      return value && value.body.toString();
    },
    announce() {
      messages.send();
      messages.events.send();
    },
    notifyAll: messages.notifyAll,
    notified: () => Math.min(notified.changes, notified.events),
    close() {
      messages.stop();
      connection.close();
    },
  };
}

/** Whether two instances share everything; waits until they do. */
export async function shareAll(one: RedisUser, two: RedisUser): Promise<void> {
  const first = await eventually(async () =>
    one.count().then(
      (count) => ({ count }),
      () => null,
    ),
  );
  const second = await two.count();
  if (second !== first.count + 1) throw new Error(`the second instance counted ${second} after ${first.count}`);
  // In a Cluster, each name has a different hash slot.
  for (let name = 0; name < 8; name += 1) {
    await one.keep(`/products/${name}`, `response ${name}`);
    const found = await two.find(`/products/${name}`);
    if (found !== `response ${name}`) throw new Error(`the response ${name} is ${found}`);
  }
  for (const [announcer, listener] of [
    [one, two],
    [two, one],
  ] as const) {
    const before = listener.notified();
    await eventually(async () => {
      announcer.announce();
      return listener.notified() > before;
    });
  }
}
