import type { Core } from '@strapi/strapi';
import { findSearchThread, type SearchThreadStart } from './catalog/search';
import { createDatabaseClock, createMachineClock } from './database/database-clock';
import type { SharedTimes } from './instances/shared-values';
import { type Clock, type EventLoop, machineLoop, systemClock } from './lib/clock';
import type { WriterThreadStart } from './sync/writer-thread/running-thread';
import { findWriterThread } from './sync/writer-thread/writer-thread';

/** What a test may replace. */
export interface Environment {
  clock: Clock;
  loop: EventLoop;
  /** Creates the clock that instances share. */
  databaseClock: typeof createDatabaseClock;
  random: () => number;
  /** How the thread in which a run writes is started; null: no thread. */
  writerThread: () => WriterThreadStart | null;
  /** How the thread that searches on SQLite is started; null: no thread. */
  searchThread: () => SearchThreadStart | null;
  /** The largest response accepted from upstream's REST API, in bytes; the client's own limit when absent. */
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

/** For tests: replaces clock or randomness; call before the site is loaded. A test's clock is the database's, too. */
export function replaceEnvironment(strapi: Core.Strapi, environment: Partial<Environment>): void {
  environments.set(strapi, {
    ...realEnvironment,
    ...(environment.clock && { databaseClock: createMachineClock }),
    ...environment,
  });
}

/** The environment this site is built with: the real one, unless a test replaced it. */
export function environmentOf(strapi: Core.Strapi): Environment {
  return environments.get(strapi) ?? realEnvironment;
}
