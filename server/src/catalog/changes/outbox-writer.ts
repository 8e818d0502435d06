import type { Database, Transaction } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { tables } from '../../database/tables';
import { transact } from '../../database/transact';
import type { ChangedIds, ChangeLog } from './change-log';

/** Where changes wait until external systems are notified of them: the site's own function, CDNs (behavior 7.3). */
export interface OutboxWriter {
  /** Adds a change for each target: delivered after the transaction commits, and dropped if it is rolled back. */
  append(change: ChangedIds, within: Transaction): Promise<void>;
}

/** @param options.targets the names of the targets, as far as this instance knows */
export function createOutboxWriter({
  clock,
  targets,
}: {
  clock: DatabaseClock;
  targets: () => readonly string[];
}): OutboxWriter {
  return {
    async append(change, within) {
      const names = targets();
      if (names.length === 0) return;
      const row = { content: JSON.stringify(change), made_at: clock.now() };
      await within(tables.outbox).insert(names.map((target) => ({ target, ...row })));
    },
  };
}

/**
 * A change log that also adds each entry to the outbox, in the same transaction.
 * @param options.onAppended called after a change was appended outside a transaction of the caller
 */
export function withOutbox(
  log: ChangeLog,
  { database, outbox, onAppended }: { database: Database; outbox: OutboxWriter; onAppended: () => void },
): ChangeLog {
  return {
    ...log,
    async append(change, within) {
      if (within !== undefined && isTransaction(within)) {
        await log.append(change, within);
        await outbox.append(change, within);
        return;
      }
      await transact(within ?? database, async (transaction) => {
        await log.append(change, transaction);
        await outbox.append(change, transaction);
      });
      onAppended();
    },
  };
}

function isTransaction(within: Database | Transaction): within is Transaction {
  return within.isTransaction === true;
}
