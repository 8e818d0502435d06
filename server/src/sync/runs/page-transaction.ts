import type { CatalogItems, CatalogStore, ReceivedItems, UpsertOutcome } from '../../catalog/writing';
import type { EntityKind } from '../../catalog/model';
import type { Transaction } from '../../database/database';
import type { Clock } from '../../lib/clock';
import type { ItemFailure } from '../../upstream/upstream-catalog';
import { addOutcomes, type RunRecord, type Spending } from './run-record';
import type { RunLog } from './run-log';
import type { Checkpoint, RunProgress } from './run-store';
import { RunEndedError } from './sync-errors';

/** An upstream response to be written to the catalog. */
export interface ReceivedPage<Kind extends EntityKind> extends ReceivedItems<CatalogItems[Kind]> {
  failures: readonly ItemFailure[];
  /** The checkpoint's fields apart from the counts, once the whole response is written. */
  progress: Progress;
  /** See the checkpoint. */
  deaths?: number | undefined;
}

/** What is to be written, and the run that it is written for. */
export interface WriteRequest<Kind extends EntityKind> {
  run: RunRecord;
  entity: Kind;
  page: ReceivedPage<Kind>;
}

/** The checkpoint's fields that contain a run's progress. */
export type Progress = Partial<Pick<RunRecord, 'phase' | 'page' | 'totals'>>;

/** The tools of a run that its transactions need. */
export interface TransactionTools {
  store: Pick<CatalogStore, 'transaction' | 'upsert'>;
  runs: Pick<RunProgress, 'checkpoint'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<RunLog, 'note'>;
  spent: () => Spending;
  /** Marks these entities for further work, in the same transaction. */
  mark?: ((transaction: Transaction, ids: readonly number[]) => Promise<void>) | undefined;
}

/**
 * Writes the items of a page and the run's checkpoint in one transaction.
 * @returns the run as it is committed
 * @throws RunEndedError when the run was ended or taken over meanwhile; then nothing is written
 * @throws StoreSwitchedError when the site was switched to another store; then nothing is written
 */
export function writeTogether<Kind extends EntityKind>(
  tools: TransactionTools,
  request: WriteRequest<Kind>,
): Promise<RunRecord> {
  return tools.store.transaction(async (transaction) => {
    const outcomes = await upsertItems(tools, transaction, { ...request, received: request.page });
    return keepWritten(tools, transaction, { ...request, outcomes, failures: request.page.failures });
  });
}

/** Writes items of a page within a transaction. */
export function upsertItems<Kind extends EntityKind>(
  { store, clock }: Pick<TransactionTools, 'store' | 'clock'>,
  transaction: Transaction,
  {
    run,
    entity,
    received,
  }: Pick<WriteRequest<Kind>, 'run' | 'entity'> & { received: ReceivedItems<CatalogItems[Kind]> },
): Promise<UpsertOutcome[]> {
  const origin = { kind: 'run' as const, runId: run.id };
  return store.upsert(transaction, entity, { responses: [received], origin, now: clock.now() });
}

/** Writes the checkpoint for the outcomes of a page, within a transaction. */
export async function keepWritten<Kind extends EntityKind>(
  tools: Pick<TransactionTools, 'runs' | 'spent' | 'log' | 'mark'>,
  transaction: Transaction,
  {
    run,
    entity,
    page,
    outcomes,
    failures,
  }: WriteRequest<Kind> & { outcomes: readonly UpsertOutcome[]; failures: readonly ItemFailure[] },
): Promise<RunRecord> {
  await tools.mark?.(
    transaction,
    outcomes.map(({ id }) => id),
  );
  const counts = addOutcomes(run.counts, entity, { outcomes, failed: failures.length });
  // A failed item still exists upstream: it counts as seen, or the run would remove it.
  const ids = [...outcomes, ...failures].flatMap(({ id }) => id ?? []);
  return keep(tools, transaction, {
    run: { ...run, ...page.progress, counts },
    seen: { entity, ids },
    failures,
    deaths: page.deaths,
  });
}

/**
 * Writes a checkpoint within a transaction, with what the run has spent so far.
 * @throws RunEndedError when the run was ended or taken over meanwhile, which rolls the transaction back
 */
export async function keep(
  { runs, spent, log }: Pick<TransactionTools, 'runs' | 'spent' | 'log'>,
  transaction: Transaction,
  checkpoint: Checkpoint,
): Promise<RunRecord> {
  const run = { ...checkpoint.run, ...spent(), deaths: checkpoint.deaths ?? 0, itemInProgress: null };
  if (!(await runs.checkpoint(transaction, { ...checkpoint, run }))) throw new RunEndedError();
  // Only after the commit: a transaction that is retried must not report them twice.
  transaction.executionPromise.then(
    () => checkpoint.failures.forEach((failure) => log.note({ kind: 'failure', ...failure })),
    () => undefined,
  );
  return run;
}
