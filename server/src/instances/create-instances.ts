import type { Foundation } from '../database/create-foundation';
import { dialectOf } from '../database/database';
import { type ChangeMessages, createIoredisChangeMessages } from './ioredis-change-messages';
import { createIoredisConnection } from './ioredis-connection';
import { createIoredisSharedDocuments } from './ioredis-shared-documents';
import { createIoredisSharedValues } from './ioredis-shared-values';
import { createKnexSharedDocuments } from './knex-shared-documents';
import { createPresence, type SeenInstances, type Place } from './presence';
import type { RedisSettings } from './redis-address';
import type { SharedDocuments } from './shared-documents';
import type { SharedValues } from './shared-values';
import { createTimelyDocuments } from './timely-documents';

/** What sharing a limit with the site's other instances takes. */
export interface SharedLimits {
  documents: SharedDocuments;
  /** This process's name among the instances. */
  instance: string;
  place(): Place;
  members(): SeenInstances;
}

/** The site's instances, as far as one of them knows. */
export interface Instances {
  /** Null on SQLite without Redis, where the site is one process: it has every limit for itself, without a statement. */
  limits: SharedLimits | null;
  /** Null without Redis: then the instances read the change log by themselves. */
  messages: ChangeMessages | null;
  /** What they compute once for all of them; null without Redis. */
  values: SharedValues | null;
  /** How many instances divide the limits while Redis is away; null when it is there, or not used. */
  withoutRedis(): { instances: number } | null;
  /**
   * Connects to Redis if it is used; before the site listens.
   * @throws RedisUnreachableError
   */
  prepare(): Promise<void>;
  /** Registers this instance; once the site listens. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface InstancesParts extends Pick<
  Foundation,
  'database' | 'databaseClock' | 'clock' | 'loop' | 'logger' | 'newId' | 'knownSecrets'
> {
  /** Null: limits are shared through the database. */
  redis: RedisSettings | null;
}

const alone: Instances = {
  limits: null,
  messages: null,
  values: null,
  withoutRedis: () => null,
  prepare: async () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
};

/** Joins what the site's instances share: their limits, by Redis or else by the database, and with Redis messages of changes and responses (behavior 12.1, 12.2). */
export function createInstances({ redis, ...parts }: InstancesParts): Instances {
  if (redis) return throughRedis(redis, parts);
  const { database, databaseClock } = parts;
  if (dialectOf(database) === 'sqlite') return alone;
  const documents = createKnexSharedDocuments({ database, clock: databaseClock });
  const { limits, presence } = joined(documents, parts);
  return { ...alone, limits, start: presence.start, stop: presence.stop };
}

function throughRedis({ address, prefix }: RedisSettings, parts: Omit<InstancesParts, 'redis'>): Instances {
  const { knownSecrets } = parts;
  for (const secret of [address.password, address.sentinelPassword]) if (secret !== null) knownSecrets.remember(secret);
  const connection = createIoredisConnection({ ...parts, address, redact: knownSecrets.redact });
  const { limits, presence } = joined(createIoredisSharedDocuments({ connection, prefix }), parts);
  const messages = createIoredisChangeMessages({ ...parts, connection, prefix, redact: knownSecrets.redact });
  return {
    limits,
    messages,
    values: createIoredisSharedValues({ connection, prefix: `${prefix}response:`, holder: limits.instance }),
    withoutRedis: () => (connection.isReady() && !presence.isAway() ? null : { instances: presence.place().count }),
    async prepare() {
      await connection.connect();
      messages.start();
    },
    start: presence.start,
    async stop() {
      await presence.stop();
      messages.stop();
      connection.close();
    },
  };
}

function joined(place: SharedDocuments, { clock, logger, newId }: Omit<InstancesParts, 'redis'>) {
  const documents = createTimelyDocuments(place, { clock });
  const instance = newId();
  const presence = createPresence({ documents, instance, clock, logger });
  return { presence, limits: { documents, instance, place: presence.place, members: presence.members } };
}
