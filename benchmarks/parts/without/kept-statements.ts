import * as statements from '../../../server/src/database/sqlite-statements';
import type { Transaction } from '../../../server/src/database/database';
import { replaceModule } from '../replace-module';

interface Connection {
  prepare(text: string): statements.SqliteStatement;
}

const isConnection = (connection: unknown): connection is Connection =>
  typeof connection === 'object' && connection !== null && 'prepare' in connection;

/** A statement is compiled for each call with some rows, and forgotten afterwards. */
replaceModule('database/sqlite-statements', {
  ...statements,
  async preparedStatement(transaction: Transaction, text: string) {
    const connection: unknown = await transaction.client.acquireConnection();
    if (!isConnection(connection)) throw new Error('this is not the connection of better-sqlite3');
    return connection.prepare(text);
  },
});
