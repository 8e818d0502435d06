import type { z } from 'zod';
import type { ChangedIds, ChangeLog, LogEntry, LogGaps, LogPosition } from './change-log';
import { milliseconds, minutes } from '../../lib/durations';
import { createGapHorizons, gapLifetime, missingAmong, mostGaps, withoutOver } from './knex-change-log-gaps';
import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { tables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';

export interface KnexChangeLogOptions {
  database: Database;
  /** Creates a unique name for this instance. */
  newOrigin: () => string;
  /** Parses a row, which an earlier or later plugin version may have written. */
  content: z.ZodType<ChangedIds>;
  clock: DatabaseClock;
  /** Monotonic milliseconds. */
  elapsed: () => number;
}

// An instance that is further behind than this drops everything it has cached.
const most = 5000;
const partSize = 400;
const prunedTo = 100;
// Longer than gaps are tracked, so that a row that fills one still exists when it is looked up.
const kept = minutes(60);
// The row that filled a gap noticed longer ago may be pruned already: its transaction may have begun that much earlier.
const provableFor = milliseconds(kept - gapLifetime);
const pruneEvery = 200;

const columns = ['id', 'origin', 'made_at', 'content'] as const;

interface OwnedEntry extends LogEntry {
  /** Whether this instance wrote it. */
  isOwn: boolean;
}

/** The log as rows in our own table; each transaction that changes the catalog adds one. */
export function createKnexChangeLog({ database, newOrigin, content, clock, elapsed }: KnexChangeLogOptions): ChangeLog {
  const horizons = createGapHorizons(database);
  let origin = newOrigin();
  // The first append of each process prunes too, so that rows of short-lived processes do not pile up.
  let untilPruned = 1;

  const entryOf = (row: Record<string, unknown>): OwnedEntry => ({
    ...idOf(row),
    isOwn: row['origin'] === origin,
    change: content.parse(JSON.parse(String(row['content']))),
  });

  async function entriesOf(ids: readonly number[]): Promise<OwnedEntry[]> {
    const entries: OwnedEntry[] = [];
    for (const some of chunksOf(ids, partSize)) {
      const rows: Record<string, unknown>[] = await database(tables.changes)
        .whereIn('id', some)
        .select(...columns);
      entries.push(...rows.map(entryOf));
    }
    return entries;
  }

  async function presentAmong(ids: readonly number[]): Promise<number[]> {
    const present: number[] = [];
    for (const some of chunksOf(ids, partSize)) {
      const found: unknown[] = await database(tables.changes).whereIn('id', some).pluck('id');
      present.push(...found.map(toNumber));
    }
    return present;
  }

  async function rowsFrom(id: number): Promise<{ id: number; mark: string }[]> {
    const rows = await database(tables.changes)
      .where('id', '>=', id)
      .orderBy('id')
      .limit(most)
      .select('id', 'origin', 'made_at');
    return rows.map(idOf);
  }

  async function noticed(ids: readonly number[]): Promise<LogGaps> {
    if (ids.length === 0) return new Map();
    const gap = { noticedAt: elapsed(), begun: await horizons.begun() };
    return new Map(ids.map((id) => [id, gap]));
  }

  async function end(): Promise<LogPosition> {
    const rows = await database(tables.changes).orderBy('id', 'desc').limit(most).select('id', 'origin', 'made_at');
    const ids = rows.map((row) => toNumber(row.id)).reverse();
    const [newest] = rows;
    const [first] = ids;
    if (newest === undefined || first === undefined) return { last: 0, mark: null, gaps: new Map() };
    // Numbers of transactions that began before the newest row was written and have not committed yet.
    const missing = missingAmong(ids, first - 1)?.slice(-mostGaps) ?? [];
    const { id: last, mark } = idOf(newest);
    return { last, mark, gaps: await noticed(missing) };
  }

  return {
    async append(change, within = database) {
      await within(tables.changes).insert({ origin, content: JSON.stringify(change), made_at: clock.now() });
    },

    disown() {
      origin = newOrigin();
    },

    position: end,

    async since({ last, mark, gaps }) {
      const over = gaps.size === 0 ? null : await horizons.over();
      const rows = await rowsFrom(last);
      const filled = await presentAmong([...gaps.keys()]);
      const isAtPlace = last === 0 || (rows[0]?.id === last && rows[0].mark === mark);
      const left = new Map([...gaps].filter(([id]) => !filled.includes(id)));
      const mayBePruned = [...left.values()].some(({ noticedAt }) => elapsed() - noticedAt >= provableFor);
      const newRows = rows.filter(({ id }) => id > last);
      const missing = missingAmong(
        newRows.map(({ id }) => id),
        last,
      );
      // The table was pruned past our position or a gap, restored, emptied, or grew by more than was read.
      const isTorn =
        !isAtPlace || mayBePruned || rows.length === most || missing === null || missing.length + gaps.size > mostGaps;
      // The newest rows are never pruned.
      const isRestored = last > 0 && (rows[0] === undefined || (rows[0].id === last && rows[0].mark !== mark));
      if (isTorn) return { position: await end(), changes: isRestored ? 'restored' : 'unknown', entries: [] };

      const open = new Map([...withoutOver(left, { now: elapsed(), over }), ...(await noticed(missing))]);
      const newest = newRows.at(-1);
      const position = { last: newest?.id ?? last, mark: newest?.mark ?? mark, gaps: open };
      const entries = await entriesOf([...filled, ...newRows.map(({ id }) => id)]);
      return { position, changes: entries.flatMap(({ isOwn, change }) => (isOwn ? [] : change)), entries };
    },

    async newest({ last }, count) {
      const rows: Record<string, unknown>[] = await database(tables.changes)
        .where('id', '<=', last)
        .orderBy('id', 'desc')
        .limit(count)
        .select(...columns);
      return rows.map(entryOf).reverse();
    },

    async pruneFromTimeToTime() {
      untilPruned -= 1;
      if (untilPruned > 0) return;
      untilPruned = pruneEvery;
      const [newest]: unknown[] = await database(tables.changes).orderBy('id', 'desc').limit(1).pluck('id');
      await database(tables.changes)
        .where('id', '<', toNumber(newest) - prunedTo)
        .where('made_at', '<', clock.now(milliseconds(-kept)))
        .delete();
    },
  };
}

function idOf(row: Record<string, unknown>): { id: number; mark: string } {
  return { id: toNumber(row['id']), mark: `${String(row['origin'])} ${String(row['made_at'])}` };
}
