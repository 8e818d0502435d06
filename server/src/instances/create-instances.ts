import type { Foundation } from '../database/create-foundation';
import { dialectOf } from '../database/database';
import { type ChangeMessages, createIoredisChangeMessages } from './ioredis-change-messages';
import { createIoredisConnection } from './ioredis-connection';
import { createIoredisSharedDocuments } from './ioredis-shared-documents';
import { createIoredisSharedValues } from './ioredis-shared-values';
import { createKnexSharedDocuments } from './knex-shared-documents';
import { createPresence, type OwnPart, type Place, type SeenMembers } from './presence';
import type { RedisSettings } from './redis-address';
import { reach, type SharedDocuments } from './shared-documents';
import type { SharedValues } from './shared-values';
import { createTimelyDocuments } from './timely-documents';

/** What is needed to share a limit with the site's other instances. */
export interface SharedLimits {
  documents: SharedDocuments;
  /** This process's name among the instances. */
  instance: string;
  /** Resolves once this instance knows the others, or has failed to; until then, it has no part of any limit. */
  join(): Promise<void>;
  place(): Place;
  members(): SeenMembers;
  part(): OwnPart;
}

/** The site's instances, from the point of view of one of them. */
export interface Instances {
  /** Null on SQLite without Redis: the site is one process, which has every limit to itself without any statement. */
  limits: SharedLimits | null;
  /** Null without Redis: then each instance looks for changes in the log on its own. */
  messages: ChangeMessages | null;
  /** Values that one instance computes for all; null without Redis. */
  values: SharedValues | null;
  withoutRedis(): WithoutRedis | null;
  /**
   * Makes the other instances look for changes. `alone`: there are no others. `looking`: they cannot be notified, but
   * look often. `unsure`: some may only look on their own, within a second.
   * @throws the database's error
   */
  notifyOthers(): Promise<'alone' | 'notified' | 'looking' | 'unsure'>;
  /**
   * Connects to Redis if it is used; before the site listens.
   * @throws RedisUnreachableError
   */
  prepare(): Promise<void>;
  /** Registers this instance; once the site listens. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The state while Redis cannot be used; null means that it can be used, or that the site does not use it. */
export interface WithoutRedis {
  /** How many instances divide the limits. */
  instances: number;
  /** Redis's error message if it refuses changes; null when it cannot be reached. */
  refusal: string | null;
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
  notifyOthers: async () => 'alone',
  prepare: async () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
};

/**
 * Joins what the site's instances share: their limits, through Redis or the database, and with Redis also messages and
 * responses (behavior 12.1, 12.2).
 */
export function createInstances({ redis, ...parts }: InstancesParts): Instances {
  if (redis) return throughRedis(redis, parts);
  if (dialectOf(parts.database) === 'sqlite') return alone;
  const { limits, presence } = joined(null, parts);
  const notifyOthers = async () => ((await presence.countNow()) === 1 ? ('alone' as const) : ('looking' as const));
  return { ...alone, limits, notifyOthers, start: presence.join, stop: presence.stop };
}

function throughRedis({ address, prefix }: RedisSettings, parts: Omit<InstancesParts, 'redis'>): Instances {
  const { knownSecrets } = parts;
  const passwords = [address.password, address.sentinelPassword].filter((password) => password !== null);
  knownSecrets.include(() => ({ secrets: passwords }));
  const connection = createIoredisConnection({ ...parts, address, redact: knownSecrets.redact });
  const documents = createIoredisSharedDocuments({ connection, prefix });
  const { limits, presence } = joined(documents, parts);
  const messages = createIoredisChangeMessages({ ...parts, connection, prefix, redact: knownSecrets.redact });
  return {
    limits,
    messages,
    values: createIoredisSharedValues({ connection, prefix: `${prefix}response:`, holder: limits.instance }),
    withoutRedis() {
      const cutOff = presence.cutOffBy();
      if (connection.isReady() && cutOff === null) return null;
      return { instances: presence.place().count, refusal: cutOff && connection.refusalIn(cutOff.error) };
    },
    async notifyOthers() {
      const count = await presence.countNow();
      if (count === 1) return 'alone';
      // In a Cluster, each node counts only its own subscribers.
      return (await messages.notifyAll()) >= count ? 'notified' : 'unsure';
    },
    async prepare() {
      await connection.connect(() => reach(documents));
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

/** @param place where limits are shared; null for the database */
function joined(
  place: SharedDocuments | null,
  { database, databaseClock, self, ...parts }: Omit<InstancesParts, 'redis'>,
) {
  const rows = createKnexSharedDocuments({ database, clock: databaseClock });
  return joinLimits({ ...parts, place, rows, instance: self.id });
}

/**
 * Joins a membership and the limits that it shares.
 * @param parts.place where limits are shared; null for the database
 * @param parts.rows in the database, which always stores the members
 */
export function joinLimits({
  place,
  rows,
  instance,
  clock,
  logger,
}: Pick<InstancesParts, 'clock' | 'logger'> & {
  place: SharedDocuments | null;
  rows: SharedDocuments;
  instance: string;
}) {
  const timely = (documents: SharedDocuments) => createTimelyDocuments(documents, { clock });
  const ofMembers = timely(rows);
  const documents = place ? timely(place) : ofMembers;
  // By the same deadline as the limits: a place that is too slow for them is as good as unreachable. Twice, since this
  // process may have been too slow.
  const reachPlace = place && (() => reach(documents).catch(() => reach(documents)));
  const presence = createPresence({ documents: ofMembers, reachPlace, instance, clock, logger });
  const { join, members, part } = presence;
  return { presence, limits: { documents, instance, join, place: presence.place, members, part } };
}
