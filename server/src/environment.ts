import type { Core } from '@strapi/strapi';
import { findSearchThread, type SearchThreadStart } from './catalog/search';
import { createDatabaseClock, createMachineClock } from './database/database-clock';
import type { SharedTimes } from './instances/shared-values';
import { type Clock, type EventLoop, machineLoop, systemClock } from './lib/clock';
import type { WriterThreadStart } from './sync/running-thread';
import { findWriterThread } from './sync/writer-thread';

/** What a test may put in place of the machine's own. */
export interface Environment {
  clock: Clock;
  loop: EventLoop;
  /** Makes the clock that instances share. */
  databaseClock: typeof createDatabaseClock;
  random: () => number;
  /** How the thread is started in which a run writes; null: it has none. */
  writerThread: () => WriterThreadStart | null;
  /** How the thread is started that searches on SQLite; null: there is none. */
  searchThread: () => SearchThreadStart | null;
  /** The largest response of upstream's REST API that is taken, in bytes; the client's own bound when absent. */
  largestResponse?: number;
  /** How long instances wait for each other's responses; `usualTimes` when absent. */
  sharedTimes?: SharedTimes;
}

const realEnvironment: Environment = {
  clock: systemClock,
  loop: machineLoop,
  databaseClock: createDatabaseClock,
  random: Math.random,
  writerThread: findWriterThread,
  searchThread: findSearchThread,
};

const environments = new WeakMap<Core.Strapi, Environment>();

/** For tests: puts another clock or randomness in place; call it before the site is loaded. A clock that a test moves is the database's, too. */
export function replaceEnvironment(strapi: Core.Strapi, environment: Partial<Environment>): void {
  environments.set(strapi, {
    ...realEnvironment,
    ...(environment.clock && { databaseClock: createMachineClock }),
    ...environment,
  });
}

/** What this site is built with: the machine's own, unless a test replaced it. */
export function environmentOf(strapi: Core.Strapi): Environment {
  return environments.get(strapi) ?? realEnvironment;
}
