import { type Database, dialectOf } from './database';

interface ConnectionPool {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
}

/**
 * Runs work that writes to SQLite through another connection, while nobody uses the site's only one: its pool decides
 * who writes, in the order in which they asked, so that no writer of the site ever finds the database locked, nor its
 * snapshot outdated. On the other databases, where writers lock rows, it runs at once.
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
