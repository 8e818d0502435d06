import type { Clock, EventLoop } from '../lib/clock';
import { createFairTurns } from '../lib/fair-turns';
import type { InstanceFacts } from '../lib/instance-facts';
import type { KnownSecrets } from '../lib/known-secrets';
import type { LeaseSeizure, LeaseStore, LeaseView } from '../lib/lease';
import type { Logger } from '../lib/logger';
import { createRequestRate, type RequestRate } from '../lib/request-rate';
import { createWorkScheduler, type WorkScheduler } from '../lib/work-scheduler';
import type { Meters, MetricsPage } from '../metrics/meters';
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
  leases: LeaseStore & LeaseSeizure & LeaseView;
  clock: Clock;
  loop: EventLoop;
  /** The client on whose behalf the calling code runs; the same value for all work that no client requested. */
  caller: () => string;
  /** For long reads of the catalog. */
  readingLoop: Pick<EventLoop, 'now' | 'turn'>;
  requestRate: RequestRate;
  workScheduler: WorkScheduler;
  logger: Logger;
  knownSecrets: KnownSecrets;
  newId: () => string;
  self: InstanceFacts;
  meters: Meters & MetricsPage;
  /** IANA name; schedules are interpreted in this time zone. */
  timeZone: string;
}

// Requests per second from which a run yields; an administrator watching a run makes one or two.
const busyFrom = 10;

/** Creates what all rooms share. */
export function createFoundation(
  given: Pick<
    Foundation,
    'database' | 'databaseClock' | 'clock' | 'loop' | 'caller' | 'logger' | 'knownSecrets' | 'newId' | 'self' | 'meters'
  >,
): Foundation {
  const { database, databaseClock, loop, self } = given;
  const requestRate = createRequestRate(loop.now);
  return {
    ...given,
    state: createKnexStateStore(database),
    leases: createKnexLeaseStore({ database, clock: databaseClock, instance: self.id }),
    readingLoop: { now: loop.now, turn: createFairTurns(given) },
    requestRate,
    workScheduler: createWorkScheduler({
      loop,
      isBusy: () => requestRate.perSecond() >= busyFrom,
      blocksReaders: dialectOf(database) === 'sqlite',
    }),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
