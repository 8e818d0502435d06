import { createHash } from 'node:crypto';
import { type Database, offered, sumOfStoredAndOffered, type Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { textsThatFit } from '../database/text-encoding';
import { transact } from '../database/transact';
import type { MarketChange } from '../markets/market-change';
import { completion, longestError } from './knex-event-rows';

/** A delivery that reports changes to further markets. */
export interface MarketDelivery {
  scope: string;
  changes: readonly MarketChange[];
}

/**
 * Deliveries that concern further markets, in the table of events, where administrators see them. They have no due
 * time, so no worker claims them; the changes that they report wait in a table of their own.
 */
export interface MarketEvents {
  /** The key of a delivery's event; waiting deliveries that report the same changes share one. */
  keyOf(delivery: MarketDelivery): string;
  /** Stores their events, in the transaction that stores the reported changes. */
  note(transaction: Transaction, deliveries: readonly MarketDelivery[]): Promise<void>;
  /**
   * Makes deliveries that report the same changes wait until the transaction ends. Call it before looking for changes
   * that an event still has: a delivery that is being stored would add to an event that is completed next.
   */
  lock(transaction: Transaction, keys: readonly string[]): Promise<void>;
  /** Completes events, in the transaction that stores the effects of all changes that they reported. */
  complete(transaction: Transaction, keys: readonly string[]): Promise<void>;
  /** Records that the changes of these events could not be processed yet. */
  fail(keys: readonly string[], error: string): Promise<void>;
}

export function createKnexMarketEvents({
  database,
  databaseClock: clock,
}: {
  database: Database;
  databaseClock: DatabaseClock;
}): MarketEvents {
  const waiting = (within: Transaction, keys: readonly string[]) =>
    within(tables.events).whereIn('waiting_key', [...new Set(keys)].sort());

  return {
    keyOf,

    async note(transaction, deliveries) {
      const receivedAt = (await clock.read(transaction)).getTime();
      await insertRows(transaction, tables.events, {
        rows: rowsOf(deliveries, receivedAt),
        conflict: {
          columns: ['waiting_key'],
          merge: {
            last_received_at: offered(database, 'last_received_at'),
            deliveries: sumOfStoredAndOffered(database, tables.events, 'deliveries'),
          },
        },
      });
    },

    async lock(transaction, keys) {
      if (keys.length > 0) await waiting(transaction, keys).orderBy('waiting_key').forUpdate().select('id');
    },

    async complete(transaction, keys) {
      if (keys.length > 0) await waiting(transaction, keys).update(completion(await clock.read(transaction)));
    },

    async fail(keys, error) {
      if (keys.length === 0) return;
      await transact(database, async (transaction) => {
        const fit = await textsThatFit(transaction);
        await waiting(transaction, keys).update({
          status: 'failed',
          last_error: fit(error).slice(0, longestError),
          claims: transaction.raw('?? + 1', ['claims']),
        });
      });
    },
  };
}

/** Always in the same order, so that two instances that write the same events do not deadlock. */
function rowsOf(deliveries: readonly MarketDelivery[], receivedAt: number) {
  const byKey = new Map<string, MarketDelivery[]>();
  for (const delivery of deliveries) byKey.set(keyOf(delivery), [...(byKey.get(keyOf(delivery)) ?? []), delivery]);
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => ({
      scope: own[0]?.scope ?? '',
      entity: 'market',
      entity_id: own[0] ? subjectOf(own[0]) : 0,
      entity_key: key,
      status: 'pending',
      // As if it had been claimed once, so that each failure counts as a retry.
      claims: 1,
      deliveries: own.length,
      received_at: receivedAt,
      last_received_at: receivedAt,
      due_at: null,
      waiting_key: key,
    }));
}

function keyOf(delivery: MarketDelivery): string {
  const about = JSON.stringify([delivery.scope, subjectOf(delivery)]);
  return `market:${createHash('sha256').update(about).digest('base64url').slice(0, 20)}`;
}

/** The id of the channel or the price list; 0 if there is neither. */
function subjectOf({ changes: [change] }: MarketDelivery): number {
  switch (change?.kind) {
    case 'channel':
      return change.channelId;
    case 'price lists':
      return change.listIds[0] ?? 0;
    case 'price records':
      return change.records[0]?.listId ?? 0;
    case 'price list assignment':
    case undefined:
      return 0;
  }
}
