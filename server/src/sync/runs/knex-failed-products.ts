import type { RunFailure } from '../../../../contracts/admin/runs';
import type { FailedProducts } from './run-store';
import { type Database, toNumber, type Transaction } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';

/** Stores products that runs failed to sync, as rows of our own table. */
export function createKnexFailedProducts(database: Database): FailedProducts {
  const earlier = (source: Database | Transaction, runId: string) =>
    source(tables.failedProducts).whereNot({ run_id: runId }).whereNull('left_out_at');
  return {
    async unseenBy(runId) {
      const seen = database(tables.runSeen).where({ run_id: runId, entity: 'product' }).select('upstream_id');
      const ids: unknown[] = await earlier(database, runId)
        .whereNotIn('upstream_id', seen)
        .orderBy('upstream_id')
        .pluck('upstream_id');
      return ids.map(toNumber);
    },

    async settle(transaction, runId) {
      await earlier(transaction, runId).delete();
    },
  };
}

/** Records the products among the failures of one step of a run, within its transaction. */
export async function rememberFailed(
  transaction: Transaction,
  { runId, failures, leftOutAt }: { runId: string; failures: readonly RunFailure[]; leftOutAt: number | null },
): Promise<void> {
  const ids = [...new Set(failures.flatMap(({ entity, id }) => (entity === 'product' && id !== null ? [id] : [])))];
  if (ids.length === 0) return;
  await transaction(tables.failedProducts).whereIn('upstream_id', ids).delete();
  await insertRows(transaction, tables.failedProducts, {
    rows: ids.map((id) => ({ upstream_id: id, run_id: runId, left_out_at: leftOutAt })),
  });
}
