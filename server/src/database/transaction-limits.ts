import { seconds } from '../lib/durations';
import { type Database, dialectOf, type Transaction } from './database';
import { isMariaDb } from './server-version';

/**
 * How long one of our transactions may block others: a process that is paused in the middle of one (a frozen machine, a
 * suspended container) keeps its locks until the database ends it.
 */
const limits = { statement: seconds(30), lockWait: seconds(5), idle: seconds(10) };
const inSeconds = { statement: limits.statement / 1000, lockWait: limits.lockWait / 1000, idle: limits.idle / 1000 };

const isolationLevel = 'read committed';

/**
 * A transaction that reads committed data, with a limit on each statement, on each lock wait and on each pause between
 * two statements. The connections are the site's: the settings end with the transaction (PostgreSQL) or are reset after
 * it (MariaDB, MySQL).
 *
 * MySQL limits only SELECT statements and has no limit for idle transactions; there a paused process keeps its locks
 * until its connection ends. SQLite has one writer in one process and needs none of this.
 */
export function withinLimits<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const dialect = dialectOf(database);
  if (dialect === 'sqlite') return database.transaction(work);
  return dialect === 'postgres' ? onPostgres(database, work) : onMysql(database, work);
}

const postgresLimits = {
  sql: "select set_config('statement_timeout', ?, true), set_config('lock_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true)",
  values: [limits.statement, limits.lockWait, limits.idle].map(String),
};

function onPostgres<Result>(database: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  return database.transaction(
    async (transaction) => {
      await transaction.raw(postgresLimits.sql, postgresLimits.values);
      return work(transaction);
    },
    { isolationLevel },
  );
}

/** Session variables with their values in our transactions. */
const mysqlLimits: Record<string, number> = {
  innodb_lock_wait_timeout: inSeconds.lockWait,
  max_execution_time: limits.statement,
};
const mariaDbLimits: Record<string, number> = {
  innodb_lock_wait_timeout: inSeconds.lockWait,
  max_statement_time: inSeconds.statement,
  idle_transaction_timeout: inSeconds.idle,
};

/** The driver's connection. */
interface Connection {
  destroy(): void;
}

interface ConnectionPool {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

async function onMysql<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const variables = (await isMariaDb(database)) ? mariaDbLimits : mysqlLimits;
  const pool: ConnectionPool = database.client;
  // Held until after the transaction, since its last statement may wait as well.
  const connection = await pool.acquireConnection();
  try {
    await database.raw(settingOf(variables)).connection(connection);
    return await database.transaction(work, { isolationLevel, connection });
  } finally {
    await setBack(database, { connection, variables });
    await pool.releaseConnection(connection);
  }
}

const remembered = (name: string): string => `@commerce_bridge_${name}`;

function settingOf(variables: Record<string, number>): string {
  const names = Object.keys(variables);
  const kept = names.map((name) => `${remembered(name)} = @@session.${name}`);
  return `set ${[...kept, ...names.map((name) => `session ${name} = ${variables[name]}`)].join(', ')}`;
}

async function setBack(
  database: Database,
  { connection, variables }: { connection: Connection; variables: Record<string, number> },
): Promise<void> {
  const names = Object.keys(variables);
  try {
    await database
      .raw(`set ${names.map((name) => `session ${name} = ${remembered(name)}`).join(', ')}`)
      .connection(connection);
  } catch {
    // The connection is broken, or must not be returned to the site with our limits: the pool replaces it.
    connection.destroy();
  }
}
