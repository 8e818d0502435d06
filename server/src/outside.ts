import type { Core } from '@strapi/strapi';
import { createDatabaseClock, createMachineClock } from './database/database-clock';
import { type Clock, systemClock } from './lib/clock';

/** What a test may put in place of the machine's own. */
export interface Outside {
  clock: Clock;
  /** Makes the clock that instances share. */
  databaseClock: typeof createDatabaseClock;
  random: () => number;
  /** The largest response of upstream's REST API that is taken, in bytes; the client's own bound when absent. */
  largestResponse?: number;
}

const realOutside: Outside = { clock: systemClock, databaseClock: createDatabaseClock, random: Math.random };

const outsides = new WeakMap<Core.Strapi, Outside>();

/** For tests: puts another clock or randomness in place; call it before the site is loaded. A clock that a test moves is the database's, too. */
export function replaceOutside(strapi: Core.Strapi, outside: Partial<Outside>): void {
  outsides.set(strapi, { ...realOutside, ...(outside.clock && { databaseClock: createMachineClock }), ...outside });
}

/** What this site is built with: the machine's own, unless a test replaced it. */
export function outsideOf(strapi: Core.Strapi): Outside {
  return outsides.get(strapi) ?? realOutside;
}
