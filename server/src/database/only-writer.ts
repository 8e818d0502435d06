import { type Database, dialectOf } from './database';

interface ConnectionPool {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
}

/**
 * Runs work that writes to SQLite through another connection while holding the site's only one. The pool serves writers
 * in the order of their requests, so no writer of the site ever finds the database locked or its snapshot outdated. On
 * the other databases, where writers lock rows, the work runs at once.
 */
export async function asOnlyWriter<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  if (dialectOf(database) !== 'sqlite') return work();
  const pool: ConnectionPool = database.client;
  const connection = await pool.acquireConnection();
  try {
    return await work();
  } finally {
    await pool.releaseConnection(connection);
  }
}
