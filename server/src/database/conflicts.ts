import { describeError } from '../lib/errors';

/** Why a transaction failed although its writes are valid. */
export type Conflict = 'serialization' | 'lock-wait' | 'violation' | 'connection-lost';

// The drivers' codes. MariaDB's ER_CHECKREAD comes from `innodb_snapshot_isolation`, which newer versions enable by
// default.
const conflictsByCode: ReadonlyMap<string, Conflict> = new Map([
  ...[
    '40001',
    '40P01',
    'ER_LOCK_DEADLOCK',
    'ER_CHECKREAD',
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_BUSY_RECOVERY',
    'SQLITE_LOCKED',
  ].map((code) => [code, 'serialization'] as const),
  ...['55P03', 'ER_LOCK_WAIT_TIMEOUT'].map((code) => [code, 'lock-wait'] as const),
  // A key that a concurrent transaction took, or a related row that it removed.
  ...[
    '23505',
    '23503',
    'ER_DUP_ENTRY',
    'ER_NO_REFERENCED_ROW',
    'ER_NO_REFERENCED_ROW_2',
    'SQLITE_CONSTRAINT_UNIQUE',
    'SQLITE_CONSTRAINT_PRIMARYKEY',
  ].map((code) => [code, 'violation'] as const),
  ...[
    '25P03',
    '57P01',
    '57P02',
    'ECONNRESET',
    'EPIPE',
    'PROTOCOL_CONNECTION_LOST',
    'ER_CONNECTION_KILLED',
    'ER_CLIENT_INTERACTION_TIMEOUT',
  ].map((code) => [code, 'connection-lost'] as const),
]);

// Drivers report a closed connection by message, without a code.
const lostWords =
  /connection terminated|not queryable|connection is in closed state|connection lost|server has gone away/i;

/** Null for an error that a retry would not change. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof Error)) return null;
  const known = 'code' in error ? conflictsByCode.get(String(error.code)) : undefined;
  return known ?? (lostWords.test(error.message) ? 'connection-lost' : null);
}

// Nothing listens, the server is starting or stopping or out of connections, or Knex timed out waiting for one.
const awayCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P03', '53300', 'ER_CON_COUNT_ERROR', 'ER_SERVER_SHUTDOWN'],
]);

/**
 * No connection could be opened after one was lost: what was to be written may have brought the database down, while a
 * connection that cannot be opened to begin with is never its fault.
 */
export class DatabaseDownError extends Error {
  override readonly name = 'DatabaseDownError';
}

/** Whether a database error only means that the database could not be reached. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return isConnectionLost(error) || isDatabaseAway(error);
}

/** Whether a connection was lost, which a value that is too large for the server may cause as well. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DatabaseDownError || conflictOf(error) === 'connection-lost';
}

/** Whether no connection could be opened, whatever preceded it: no other item can be written, either. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseDownError || error.name === 'KnexTimeoutError') return true;
  return 'code' in error && awayCodes.has(String(error.code));
}

/** The error to report when the same work has met another one before. */
export function errorAfter(earlier: unknown, error: unknown): unknown {
  if (!isConnectionLost(earlier) || !isDatabaseAway(error)) return error;
  return new DatabaseDownError(describeError(error), { cause: error });
}
