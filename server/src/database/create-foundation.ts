import { type Clock, type EventLoop, machineLoop } from '../lib/clock';
import type { KnownSecrets } from '../lib/known-secrets';
import type { LeaseSeizure, LeaseStore } from '../lib/lease';
import type { Logger } from '../lib/logger';
import { createRequestRate, type RequestRate } from '../lib/request-rate';
import { createWorkScheduler, type WorkScheduler } from '../lib/work-scheduler';
import type { Database } from './database';
import { dialectOf } from './database';
import type { DatabaseClock } from './database-clock';
import { createKnexLeaseStore } from './knex-lease-store';
import { createKnexStateStore, type StateList, type StateLocks } from './knex-state-store';

/** What every room receives: the site's database with its shared stores, time, ids, and the log. */
export interface Foundation {
  database: Database;
  /** The clock that the site's instances share. */
  databaseClock: DatabaseClock;
  state: StateList & StateLocks;
  leases: LeaseStore & LeaseSeizure;
  clock: Clock;
  loop: EventLoop;
  requestRate: RequestRate;
  workScheduler: WorkScheduler;
  logger: Logger;
  knownSecrets: KnownSecrets;
  newId: () => string;
  /** IANA name; schedules are read in it. */
  timeZone: string;
}

// Requests per second from which a run yields; an administrator watching a run makes one or two.
const busyFrom = 10;

/** Creates what all rooms share. */
export function createFoundation(
  given: Pick<Foundation, 'database' | 'databaseClock' | 'clock' | 'logger' | 'knownSecrets' | 'newId'>,
): Foundation {
  const { database, databaseClock } = given;
  const loop = machineLoop;
  const requestRate = createRequestRate(loop.now);
  return {
    ...given,
    state: createKnexStateStore(database),
    leases: createKnexLeaseStore({ database, clock: databaseClock }),
    loop,
    requestRate,
    workScheduler: createWorkScheduler({
      loop,
      isBusy: () => requestRate.perSecond() >= busyFrom,
      blocksReaders: dialectOf(database) === 'sqlite',
    }),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
