import { hours, minutes } from '../lib/durations';
import type { NewTally, TallyStore } from './delivery-tallies';
import type { Database } from '../database/database';
import { greatestOfStoredAndOffered, offered, sumOfStoredAndOffered, toNumber } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { textsThatFit } from '../database/text-encoding';
import { transact } from '../database/transact';

/** Stores delivery counts as rows of our own table; instances add to the same rows. */
export function createKnexTallyStore({ database, clock }: { database: Database; clock: DatabaseClock }): TallyStore {
  return {
    async add(tallies) {
      if (tallies.length === 0) return;
      await transact(database, async (transaction) => {
        const fitting = thatFit(tallies, await textsThatFit(transaction));
        const sorted = fitting.sort((a, b) => (a.name < b.name ? -1 : 1));
        const now = (await clock.read(transaction)).getTime();
        const rows = sorted.map(({ name, count, detail, age }) => ({
          name,
          count,
          last_at: Math.round(now - age),
          detail,
        }));
        await insertRows(transaction, tables.deliveryTallies, {
          rows,
          conflict: {
            columns: ['name'],
            merge: {
              count: sumOfStoredAndOffered(database, tables.deliveryTallies, 'count'),
              last_at: greatestOfStoredAndOffered(database, tables.deliveryTallies, 'last_at'),
              detail: offered(database, 'detail'),
            },
          },
        });
      });
    },

    async read() {
      const rows = await database(tables.deliveryTallies).orderBy('name').select('name', 'count', 'last_at', 'detail');
      return rows.map((row) => ({
        name: String(row.name),
        count: toNumber(row.count),
        lastAt: new Date(toNumber(row.last_at)),
        detail: typeof row.detail === 'string' ? row.detail : null,
      }));
    },

    async addLate(count) {
      await transact(database, async (transaction) => {
        const now = (await clock.read(transaction)).getTime();
        await transaction(tables.lateDeliveries)
          .where('minute', '<', now - lateRetention)
          .delete();
        await insertRows(transaction, tables.lateDeliveries, {
          rows: [{ minute: startOfMinute(now), count }],
          conflict: {
            columns: ['minute'],
            merge: { count: sumOfStoredAndOffered(database, tables.lateDeliveries, 'count') },
          },
        });
      });
    },

    async lateSince(moment) {
      const rows = await database(tables.lateDeliveries)
        .where('minute', '>=', startOfMinute(moment.getTime()))
        .orderBy('minute');
      return rows.map((row) => ({ minute: new Date(toNumber(row.minute)), count: toNumber(row.count) }));
    },
  };
}

/** A sender makes up scopes: one that the database rejects would take all other counts with it. */
function thatFit(tallies: readonly NewTally[], fit: (text: string) => string): NewTally[] {
  const byName = new Map<string, NewTally>();
  for (const tally of tallies) {
    const name = fit(tally.name);
    // Names that differ only in what does not fit are the same row, which one statement may contain once.
    const other = byName.get(name);
    byName.set(name, {
      name,
      count: tally.count + (other?.count ?? 0),
      age: other && other.age < tally.age ? other.age : tally.age,
      detail: tally.detail === null ? null : fit(tally.detail),
    });
  }
  return [...byName.values()];
}

const startOfMinute = (moment: number) => Math.floor(moment / minutes(1)) * minutes(1);
// A health check looks back to the previous one, which was at most a day ago while the site was up.
const lateRetention = hours(48);
