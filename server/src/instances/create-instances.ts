import { z } from 'zod';
import type { Foundation } from '../database/create-foundation';
import { dialectOf } from '../database/database';
import { type ChangeMessages, createIoredisChangeMessages } from './ioredis-change-messages';
import { createIoredisConnection } from './ioredis-connection';
import { createIoredisSharedDocuments } from './ioredis-shared-documents';
import { createIoredisSharedValues } from './ioredis-shared-values';
import { createKnexSharedDocuments } from './knex-shared-documents';
import { createPresence, type OwnPart, type Place, type SeenMembers } from './presence';
import type { RedisSettings } from './redis-address';
import type { SharedDocuments } from './shared-documents';
import type { SharedValues } from './shared-values';
import { createTimelyDocuments } from './timely-documents';

/** What sharing a limit with the site's other instances takes. */
export interface SharedLimits {
  documents: SharedDocuments;
  /** This process's name among the instances. */
  instance: string;
  /** Resolves once this instance knows of the others, or cannot; before that it has no part of any limit. */
  join(): Promise<void>;
  place(): Place;
  members(): SeenMembers;
  part(): OwnPart;
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
  'database' | 'databaseClock' | 'clock' | 'loop' | 'logger' | 'self' | 'knownSecrets'
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
  if (dialectOf(parts.database) === 'sqlite') return alone;
  const { limits, presence } = joined(null, parts);
  return { ...alone, limits, start: presence.join, stop: presence.stop };
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
    withoutRedis: () => (connection.isReady() && !presence.isCutOff() ? null : { instances: presence.place().count }),
    async prepare() {
      await connection.connect();
      messages.start();
    },
    start: presence.join,
    async stop() {
      await presence.stop();
      messages.stop();
      connection.close();
    },
  };
}

/** @param place where limits are shared; null for the database, where the members always are */
function joined(place: SharedDocuments | null, parts: Omit<InstancesParts, 'redis'>) {
  const { database, databaseClock, clock, logger } = parts;
  const timely = (documents: SharedDocuments) => createTimelyDocuments(documents, { clock });
  const rows = timely(createKnexSharedDocuments({ database, clock: databaseClock }));
  const documents = place ? timely(place) : rows;
  const instance = parts.self.id;
  // A document that nobody writes: whether an answer comes is what matters.
  const reachPlace = place ? () => place.read('reached', z.null()) : null;
  const presence = createPresence({ documents: rows, reachPlace, instance, clock, logger });
  const { join, members, part } = presence;
  return { presence, limits: { documents, instance, join, place: presence.place, members, part } };
}
