import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { toNumber } from '../database';
import { insertRows } from '../insert-rows';
import { tables } from '../tables';

/** Products that a run could not import: later runs request them by id, regardless of their window. */
export const failedProducts = {
  name: '018-failed-products',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.failedProducts, (table) => {
      table.bigInteger('upstream_id').primary();
      // The last run that tried it.
      table.string('run_id', 36).notNullable();
      // The read version drawn after a process died on it; null if it is to be requested again.
      table.bigInteger('left_out_at');
    });
    await database.transaction(rememberEarlier);
  },
};

/** Until now, a run with failures kept the window from advancing; now the next run's window starts where it began. */
async function rememberEarlier(transaction: Knex.Transaction): Promise<void> {
  const success = await transaction(tables.runs)
    .where({ status: 'succeeded', is_dry: false })
    .max({ moment: 'started_at' })
    .first();
  const rows: { upstream_id: unknown; run_id: string }[] = await transaction({ failure: tables.runFailures })
    .join({ run: tables.runs }, 'run.id', 'failure.run_id')
    .where({ 'failure.entity': 'product', 'run.is_dry': false })
    .where('run.started_at', '>', toNumber(success?.moment ?? 0))
    .whereNotNull('failure.upstream_id')
    .whereNot('failure.reason', 'like', 'The process ended%')
    .groupBy('failure.upstream_id')
    .select('failure.upstream_id', transaction.raw('max(failure.run_id) as run_id'));
  await insertRows(transaction, tables.failedProducts, {
    rows: rows.map(({ upstream_id: id, run_id }) => ({ upstream_id: toNumber(id), run_id, left_out_at: null })),
    conflict: { columns: ['upstream_id'] },
  });
}
