import type { Database, Transaction } from '../../database/database';
import { tables } from '../../database/tables';
import { transact } from '../../database/transact';
import { columnsOf, newestRunFirst, runOf } from './knex-run-rows';
import { noProgress, type RunRecord } from './run-record';

/** See RunStore. */
export function restartLost(
  database: Database,
  isEmpty: (transaction: Transaction) => Promise<boolean>,
): Promise<string | null> {
  return transact(database, async (transaction) => {
    // Pages update this row in the transaction that writes their records: while it is locked, none is committed, and
    // the look at the records below finds those of all pages that are counted here.
    const row: unknown = await transaction(tables.runs)
      .where({ status: 'running', is_dry: false })
      .orderBy(newestRunFirst)
      .forUpdate()
      .first();
    const run = row === undefined ? null : runOf(row);
    if (run === null || !buildsOnRecords(run) || !(await isEmpty(transaction))) return null;
    // With another epoch, since a live holder would continue from the page that it has reached.
    const restarted: RunRecord = {
      ...run,
      ...noProgress(),
      mode: 'full',
      modifiedSince: null,
      epoch: run.epoch + 1,
    };
    await transaction(tables.runs).where({ id: run.id }).update(columnsOf(restarted));
    for (const table of [tables.runSeen, tables.runFailures])
      await transaction(table).where({ run_id: run.id }).delete();
    return run.id;
  });
}

/** Whether a run relies on records in the catalog: on its own, or, unless it lists everything, on those of earlier runs. */
function buildsOnRecords({ mode, counts }: RunRecord): boolean {
  return (
    mode !== 'full' ||
    Object.values(counts).some(({ created, updated, unchanged }) => created + updated + unchanged > 0)
  );
}
