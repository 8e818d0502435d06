import type { Clock } from '../lib/clock';
import { milliseconds, minutes, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { type Database, dialectOf } from './database';

// How often to retry while another instance migrates.
const pollInterval = milliseconds(200);
// The server ends a session that has been silent for this long, such as that of a machine that vanished.
const silence = minutes(1);
const heartbeat = seconds(15);

const statements = {
  // In a transaction, since poolers such as PgBouncer may give each transaction another session.
  postgres: {
    prepare: ['begin', `set local idle_in_transaction_session_timeout = ${silence}`],
    take: "select case when pg_try_advisory_xact_lock(hashtext('commerce_bridge_migrations')) then 1 else 0 end as taken",
    release: 'commit',
  },
  // These locks belong to the whole server, so their names include the database.
  mysql: {
    prepare: [`set session wait_timeout = ${silence / 1000}`],
    take: "select get_lock(concat('commerce_bridge_', sha1(database())), 0) as taken",
    release: "do release_lock(concat('commerce_bridge_', sha1(database())))",
  },
};

/** Connections outside of the pool: with a pool of one connection, the lock's would block the migrations. */
interface Sessions {
  acquireRawConnection(): Promise<object>;
  destroyRawConnection(session: object): Promise<unknown>;
}

/**
 * Runs work under a database lock that only one instance of the site can hold. The lock ends with its session, so a
 * process that dies leaves none behind (behavior 12.8). SQLite is used by one process and needs no lock.
 * @throws what the work threw, or the database's error if the lock cannot be taken
 */
export async function underMigrationLock<Result>(
  options: { database: Database; clock: Pick<Clock, 'wait'>; logger: Logger },
  work: () => Promise<Result>,
): Promise<Result> {
  const { database, clock, logger } = options;
  const dialect = dialectOf(database);
  if (dialect === 'sqlite') return work();
  const { prepare, take, release } = statements[dialect];
  const sessions: Sessions = database.client;
  const session = await sessions.acquireRawConnection();
  const run = (sql: string) => database.raw(sql).connection(session);
  const ended = new AbortController();
  let beating: Promise<void> = Promise.resolve();
  try {
    for (const sql of prepare) await run(sql);
    for (let looks = 0; !isTaken(await run(take)); looks += 1) {
      if (looks === 0) logger.info('another instance is migrating the tables; waiting for it');
      await clock.wait(pollInterval);
    }
    beating = keepAlive(() => run('select 1'), { clock, logger, ended: ended.signal });
    return await work();
  } finally {
    ended.abort();
    await beating;
    // Explicitly, since the server notices a closed session only a moment later. If this fails, the session is gone,
    // and so is its lock.
    await run(release).catch(() => undefined);
    await sessions.destroyRawConnection(session);
  }
}

/** PostgreSQL's driver returns an object with rows, MySQL's a list of rows and columns. */
function isTaken(result: unknown): boolean {
  const rows: unknown = Array.isArray(result) ? result[0] : Object(result).rows;
  return Array.isArray(rows) && Number(Object(rows[0]).taken) === 1;
}

async function keepAlive(
  beat: () => PromiseLike<unknown>,
  { clock, logger, ended }: { clock: Pick<Clock, 'wait'>; logger: Logger; ended: AbortSignal },
): Promise<void> {
  try {
    for (;;) {
      await clock.wait(heartbeat, ended);
      await beat();
    }
  } catch (error) {
    // The work continues, since a migration cannot be stopped. An instance that starts now takes knex's lock for that
    // of a dead process, frees it, and migrates as well. If the two collide, one of them fails and must be restarted;
    // migrations can run again.
    if (!ended.aborted) logger.warn('the migration lock was lost', { error: describeError(error) });
  }
}
