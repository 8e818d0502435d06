import type { Database, Transaction } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { tables } from '../../database/tables';
import { transact } from '../../database/transact';
import type { ChangedIds, ChangeLog } from './change-log';

/** Where changes wait for the external systems that are notified of them: the site's own function, CDNs (behavior 7.3). */
export interface OutboxWriter {
  /** Adds a change for each target. Within a transaction, it waits from the commit on, and not at all without one. */
  append(change: ChangedIds, within: Transaction): Promise<void>;
}

/** @param options.targets the names of those that are notified, as far as this instance knows */
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
 * The change log, which also puts what is appended into the outbox, both or neither.
 * @param options.onAppended called when a change was appended that no transaction of the caller commits
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
