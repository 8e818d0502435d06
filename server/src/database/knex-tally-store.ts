import type { TallyStore } from '../webhooks/delivery-tallies';
import type { Database } from './database';
import { offered, sumOfStoredAndOffered, toNumber } from './database';
import { insertRows } from './insert-rows';
import { tables } from './tables';
import { transact } from './transact';

/** Counts of deliveries as rows of a table of our own; instances add to the same rows. */
export function createKnexTallyStore(database: Database): TallyStore {
  return {
    async add(tallies) {
      if (tallies.length === 0) return;
      const rows = tallies
        .map(({ name, count, lastAt, detail }) => ({ name, count, last_at: lastAt.getTime(), detail }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      await transact(database, (transaction) =>
        insertRows(transaction, tables.deliveryTallies, rows, {
          columns: ['name'],
          merge: {
            count: sumOfStoredAndOffered(database, tables.deliveryTallies, 'count'),
            last_at: offered(database, 'last_at'),
            detail: offered(database, 'detail'),
          },
        }),
      );
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
  };
}
