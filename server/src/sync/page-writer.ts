import { StoreSwitchedError } from '../catalog/shop';
import type { CatalogItems, CatalogStore, ReceivedItems, UpsertOutcome } from '../catalog/writing';
import type { EntityKind } from '../catalog/model';
import type { Transaction } from '../database/database';
import type { Clock } from '../lib/clock';
import { describeRefusal } from '../lib/errors';
import type { ItemFailure } from '../upstream/upstream-catalog';
import { addOutcomes, type RunRecord } from './run-record';
import type { RunTools } from './run-tools';
import type { Checkpoint } from './run-store';
import { RunEndedError } from './sync-errors';

/** One response of upstream, to be written to the catalog. */
export interface ReceivedPage<Kind extends EntityKind> extends ReceivedItems<CatalogItems[Kind]> {
  failures: readonly ItemFailure[];
  /** The checkpoint's fields besides the counts, once the whole response is written. */
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

/** What writing takes of a run's tools. */
export type WritingTools = Pick<
  RunTools,
  'store' | 'runs' | 'clock' | 'workScheduler' | 'log' | 'signal' | 'spent' | 'marketMarks'
>;

// This many invalid items may occur together.
const fewItems = 5;

type Progress = Partial<Pick<RunRecord, 'phase' | 'page' | 'totals'>>;

/**
 * Writes a page and the run's checkpoint in one transaction, or in several while others need the process. When the
 * database refuses the whole, the items are written one by one, so that one bad item is reported and does not stop the
 * run (behavior 5.7).
 * @returns the run as it is committed
 * @throws what the signal says once it is aborted; what is committed by then stands in the checkpoint or is written again
 * @throws RunEndedError when somebody ended the run or took it over meanwhile; nothing is written from then on
 * @throws StoreSwitchedError when the site was switched to another store
 */
export async function writePage<Kind extends EntityKind>(
  tools: WritingTools,
  { run, entity, page }: WriteRequest<Kind>,
): Promise<RunRecord> {
  let written = run;
  for await (const { items, isLast } of tools.workScheduler.batches(page.items)) {
    // Under load the pauses between batches add up to half a minute.
    tools.signal.throwIfAborted();
    const batch = isLast ? { ...page, items } : { ...page, items, failures: [], progress: unfinished(page.progress) };
    written = await writeBatch(tools, { run: written, entity, page: batch });
  }
  noteWritten(tools, written, entity);
  return written;
}

/** A partly written page is not done: a run that is taken over processes it again. */
function unfinished({ page, ...underWay }: Progress): Progress {
  return page === undefined ? underWay : { ...underWay, page: page - 1 };
}

async function writeBatch<Kind extends EntityKind>(
  tools: WritingTools,
  { run, entity, page }: WriteRequest<Kind>,
): Promise<RunRecord> {
  const upsert = (transaction: Transaction, received: ReceivedItems<CatalogItems[Kind]>) =>
    upsertItems(tools, transaction, { entity, received, runId: run.id });
  // After other runs, the further markets are read as a whole (behavior 14.5).
  const isForMarkets = entity === 'product' && run.mode === 'incremental' && !run.isDry && page.items.length > 0;
  const mark = isForMarkets ? await tools.marketMarks() : null;
  const commit = async (transaction: Transaction, outcomes: UpsertOutcome[], failures: readonly ItemFailure[]) => {
    await mark?.(
      transaction,
      outcomes.map(({ id }) => id),
    );
    const counts = addOutcomes(run.counts, entity, { outcomes, failed: failures.length });
    // A failed item exists upstream all the same: it counts as seen, or the run would go on to remove it.
    const ids = [...outcomes, ...failures].flatMap(({ id }) => id ?? []);
    return keep(tools, transaction, {
      run: { ...run, ...page.progress, counts },
      seen: { entity, ids },
      failures,
      deaths: page.deaths,
    });
  };

  try {
    return await tools.store.transaction(async (transaction) =>
      commit(transaction, await upsert(transaction, page), page.failures),
    );
  } catch (error) {
    if (isRefusal(error)) throw error;
    const { outcomes, failures } = await writeOneByOne(
      entity,
      { received: page, cause: error, signal: tools.signal },
      (received) =>
        tools.store.transaction(async (transaction) => {
          // What is written here is committed before the checkpoint, whose rejection would come too late.
          if (!(await tools.runs.holdRunning(transaction, run))) throw new RunEndedError();
          return upsert(transaction, received);
        }),
    );
    return tools.store.transaction((transaction) => commit(transaction, outcomes, [...page.failures, ...failures]));
  }
}

/** Reports the run's progress with one kind of entity. */
export function noteWritten(
  { log }: Pick<RunTools, 'log'>,
  { phase, counts, totals }: RunRecord,
  entity: EntityKind,
): void {
  const { fetched, created, updated } = counts[entity];
  log.note({ kind: 'written', entity, phase, fetched, changed: created + updated, total: totals[entity] });
}

/**
 * Writes a checkpoint within a transaction, with what the run has spent so far.
 * @throws RunEndedError when the run was ended or taken over meanwhile, which rolls the transaction back
 */
export async function keep(
  { runs, spent, log }: Pick<RunTools, 'runs' | 'spent' | 'log'>,
  transaction: Transaction,
  checkpoint: Checkpoint,
): Promise<RunRecord> {
  const run = { ...checkpoint.run, ...spent(), deaths: checkpoint.deaths ?? 0, itemInProgress: null };
  if (!(await runs.checkpoint(transaction, { ...checkpoint, run }))) throw new RunEndedError();
  // A transaction that is retried must not report them twice.
  transaction.executionPromise.then(
    () => checkpoint.failures.forEach((failure) => log.note({ kind: 'failure', ...failure })),
    () => undefined,
  );
  return run;
}

function upsertItems<Kind extends EntityKind>(
  { store, clock }: { store: CatalogStore; clock: Clock },
  transaction: Transaction,
  { entity, received, runId }: { entity: Kind; received: ReceivedItems<CatalogItems[Kind]>; runId: string },
): Promise<UpsertOutcome[]> {
  return store.upsert(transaction, entity, { responses: [received], origin: { kind: 'run', runId }, now: clock.now() });
}

/** Whether a guard rejected the write: the items are not at fault, and none of the others can be written either. */
function isRefusal(error: unknown): boolean {
  return error instanceof RunEndedError || error instanceof StoreSwitchedError;
}

async function writeOneByOne<Kind extends EntityKind>(
  entity: Kind,
  { received, cause, signal }: { received: ReceivedItems<CatalogItems[Kind]>; cause: unknown; signal: AbortSignal },
  write: (received: ReceivedItems<CatalogItems[Kind]>) => Promise<UpsertOutcome[]>,
): Promise<{ outcomes: UpsertOutcome[]; failures: ItemFailure[] }> {
  const { readVersion } = received;
  const outcomes: UpsertOutcome[] = [];
  const failures: ItemFailure[] = [];
  for (const item of received.items) {
    signal.throwIfAborted();
    try {
      outcomes.push(...(await write({ items: [item], readVersion })));
    } catch (error) {
      if (isRefusal(error)) throw error;
      const reason = `The database rejected it: ${describeRefusal(error)}`;
      failures.push({ entity, id: item.id, name: item.title, reason });
    }
  }
  // When nothing at all can be written, the items are not at fault; for a few, the checkpoint will show.
  if (outcomes.length === 0 && failures.length > fewItems) throw cause;
  return { outcomes, failures };
}
