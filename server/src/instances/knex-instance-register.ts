import { type Database, dialectOf, toNumber } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { tables } from '../database/tables';
import type { Clock } from '../lib/clock';
import { hours, milliseconds, type Milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { InstanceFacts } from '../lib/instance-facts';
import type { Logger } from '../lib/logger';

export interface RunningInstance extends InstanceFacts {
  startedAt: Date;
  /** How far its clock is ahead of the database's, accurate to the duration of a statement. */
  clockAhead: Milliseconds;
  /** Names of the leases that it holds. */
  leases: string[];
}

/** Lists the site's running instances; each registers itself (behavior 12.7). */
export interface InstanceRegister {
  /** Registers this instance until `stop`; call once the site listens. */
  start(): void;
  /** The instances seen within the last 45 seconds, oldest first. */
  list(): Promise<RunningInstance[]>;
  /** Removes this instance from the register. */
  stop(): Promise<void>;
}

export interface InstanceRegisterOptions {
  database: Database;
  databaseClock: DatabaseClock;
  clock: Clock;
  logger: Logger;
  self: InstanceFacts;
}

const heartbeat = seconds(15);
/** An instance that has not been seen for this long is dead, or paused. */
const lifetime = seconds(45);
const forgottenAfter = hours(1);

/** Rows in the site's database. On SQLite the site is one process, which writes nothing about itself. */
export function createKnexInstanceRegister(options: InstanceRegisterOptions): InstanceRegister {
  const { database, clock, logger, self } = options;
  const isAlone = dialectOf(database) === 'sqlite';
  const rows = createRows(options);
  const stopping = new AbortController();
  let startedAt = clock.now();
  let keeping: Promise<void> | null = null;

  async function keep(): Promise<void> {
    let lastFailure: string | null = null;
    while (!stopping.signal.aborted) {
      try {
        await rows.beat();
        lastFailure = null;
      } catch (error) {
        if (describeError(error) !== lastFailure)
          logger.warn('this instance could not be registered', { error: describeError(error) });
        lastFailure = describeError(error);
      }
      // Rejects when the site stops.
      await clock.wait(heartbeat, stopping.signal).catch(() => undefined);
    }
  }

  return {
    start() {
      startedAt = clock.now();
      if (!isAlone) keeping ??= keep();
    },
    async list() {
      const leases = await rows.leases();
      const running = isAlone ? [{ ...self, startedAt, clockAhead: milliseconds(0) }] : await rows.running();
      return running.map((instance) => ({ ...instance, leases: leases.get(instance.id) ?? [] }));
    },
    async stop() {
      stopping.abort();
      if (keeping === null) return;
      await keeping;
      // If this fails, it is no longer listed once it has not been seen for a while.
      await rows
        .remove()
        .catch((error: unknown) =>
          logger.warn('this instance could not be removed from the register', { error: describeError(error) }),
        );
    },
  };
}

function createRows({ database, databaseClock, clock, self }: InstanceRegisterOptions) {
  const table = () => database(tables.instances);
  return {
    async beat(): Promise<void> {
      const now = databaseClock.now();
      const beat = { seen_at: now, own_time: clock.now().getTime() };
      if ((await table().where({ id: self.id }).update(beat)) > 0) return;
      await table()
        .where('seen_at', '<', databaseClock.now(milliseconds(-forgottenAfter)))
        .delete();
      await table().insert({ ...self, ...beat, started_at: now });
    },

    async remove(): Promise<void> {
      await table().where({ id: self.id }).delete();
    },

    async running(): Promise<Omit<RunningInstance, 'leases'>[]> {
      const found: Record<string, unknown>[] = await table()
        .where('seen_at', '>', databaseClock.now(milliseconds(-lifetime)))
        .orderBy(['started_at', 'id'])
        .select('*');
      return found.map((row) => ({
        id: String(row['id']),
        version: String(row['version']),
        host: String(row['host']),
        pid: toNumber(row['pid']),
        startedAt: new Date(toNumber(row['started_at'])),
        clockAhead: milliseconds(toNumber(row['own_time']) - toNumber(row['seen_at'])),
      }));
    },

    /** Names of held leases, by instance. */
    async leases(): Promise<Map<string, string[]>> {
      const found: { name: string; instance_id: string }[] = await database(tables.leases)
        .whereNotNull('instance_id')
        .where('expires_at', '>', databaseClock.now())
        .orderBy('name')
        .select('name', 'instance_id');
      const held = new Map<string, string[]>();
      for (const { name, instance_id: id } of found) held.set(id, [...(held.get(id) ?? []), name]);
      return held;
    },
  };
}
