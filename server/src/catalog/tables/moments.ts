import type { Database, Transaction } from '../../database/database';
import { type Dialect, dialectOf } from '../../database/database';
import type { Row } from './stored-rows';

/**
 * The columns of moments that only a sync writes. They are stored so that they mean the same in any process, regardless
 * of its time zone. Strapi also writes `updated_at` and `published_at`, in its own format.
 */
export const momentColumns = [
  'upstream_created_at',
  'upstream_modified_at',
  'synced_at',
  'withdrawn_at',
  'created_at',
] as const;

/** The same, as attribute names. */
export const momentAttributes = [
  'upstreamCreatedAt',
  'upstreamModifiedAt',
  'syncedAt',
  'withdrawnAt',
  'createdAt',
] as const;

/**
 * How a moment's column differs from Strapi's own, which on PostgreSQL and MySQL stores the local time of the process
 * that wrote it: moments in an hour that the clock repeats are ambiguous there. MySQL has no type that stores a moment
 * independently of the connection's time zone, so it is text in UTC. SQLite stores milliseconds in any case.
 */
export const momentColumnOf: Record<Dialect, object | null> = {
  sqlite: null,
  postgres: { type: 'datetime', args: [{ useTz: true, precision: 6 }] },
  mysql: { type: 'string', args: [32] },
};

/** A row with its moments as this database stores them. */
export function withStoredMoments(database: Database | Transaction, row: Row): Row {
  if (dialectOf(database) !== 'mysql') return row;
  const moments = momentColumns.flatMap((column) => {
    const moment = row[column];
    return moment instanceof Date ? [[column, utcTextOf(moment)]] : [];
  });
  return { ...row, ...Object.fromEntries(moments) };
}

/** A moment as text that sorts by time, and that a `Date` reads as UTC. */
export function utcTextOf(moment: Date): string {
  return moment.toISOString().replace('T', ' ');
}
