import type { z } from 'zod';
import type { ChangedIds, ChangeLog } from '../catalog/change-log';
import type { Clock } from '../lib/clock';
import { minutes } from '../lib/durations';
import type { Database } from './database';
import { toNumber } from './database';
import { tables } from './tables';

// What a slower transaction committed under a lower number than one that is read already stands among these many.
const window = 100;
// Nobody is that far behind; who is forgets everything he knows.
const most = 1000;
const partSize = 400;
const kept = minutes(10);
const pruneEvery = 200;

/**
 * The log as rows of a table of our own; a transaction that changes the catalog leaves one.
 * @param content reads a row, which an earlier or a later version of the plugin may have written
 */
export function createKnexChangeLog({ database, origin, content, clock }: { database: Database; origin: string; content: z.ZodType<ChangedIds>; clock: Clock }): ChangeLog {
  // The first one of each process prunes, too: what a short-lived one leaves must not pile up.
  let untilPruned = 1;

  async function idsFrom(id: number): Promise<number[]> {
    const ids: unknown[] = await database(tables.changes).where('id', '>=', id).orderBy('id', 'desc').limit(most).pluck('id');
    return ids.map(toNumber).reverse();
  }

  async function contentsOf(ids: readonly number[]): Promise<ChangedIds[]> {
    const contents: ChangedIds[] = [];
    for (let start = 0; start < ids.length; start += partSize) {
      const rows = await database(tables.changes)
        .whereIn('id', ids.slice(start, start + partSize))
        .whereNot({ origin })
        .select('content');
      contents.push(...rows.map((row) => content.parse(JSON.parse(String(row.content)))));
    }
    return contents;
  }

  return {
    async append(change, within = database) {
      await within(tables.changes).insert({ origin, content: JSON.stringify(change), made_at: clock.now().getTime() });
    },

    async position() {
      const [newest]: unknown[] = await database(tables.changes).orderBy('id', 'desc').limit(1).pluck('id');
      const last = toNumber(newest);
      return { last, seen: new Set(await idsFrom(last - window)) };
    },

    async since({ last, seen }) {
      const ids = await idsFrom(last - window);
      const next = ids.at(-1) ?? last;
      const position = { last: next, seen: new Set(ids.filter((id) => id >= next - window)) };
      // The table was pruned past our place, emptied, or grew by more than was read.
      const isTorn = (last > 0 && !ids.includes(last)) || ids.length === most;
      if (isTorn) return { position, changes: 'unknown' };
      return { position, changes: await contentsOf(ids.filter((id) => !seen.has(id))) };
    },

    async pruneFromTimeToTime() {
      untilPruned -= 1;
      if (untilPruned > 0) return;
      untilPruned = pruneEvery;
      const { last } = await this.position();
      await database(tables.changes)
        .where('id', '<', last - window)
        .where('made_at', '<', clock.now().getTime() - kept)
        .delete();
    },
  };
}
