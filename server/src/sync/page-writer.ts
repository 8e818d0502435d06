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
  /** In the order in which they were asked for. */
  responses: readonly ReceivedPage<Kind>[];
}

/** What writing takes of a run's tools. */
export type WritingTools = Pick<
  RunTools,
  'store' | 'runs' | 'clock' | 'readVersions' | 'workScheduler' | 'log' | 'signal' | 'spent'
>;

// This many invalid items may occur together.
const fewItems = 5;

type Progress = Partial<Pick<RunRecord, 'phase' | 'page' | 'totals'>>;

/**
 * Writes answers and the run's checkpoint in one transaction, or in several while others need the process. When the
 * database refuses the whole, the items are written one by one, so that one bad item is reported and does not stop the
 * run (behavior 5.7).
 * @returns the run as it is committed
 * @throws what the signal says once it is aborted; what is committed by then stands in the checkpoint or is written again
 * @throws RunEndedError when somebody ended the run or took it over meanwhile; nothing is written from then on
 * @throws StoreSwitchedError when the site was switched to another store
 */
export async function writeResponses<Kind extends EntityKind>(
  tools: WritingTools,
  { run, entity, responses }: WriteRequest<Kind>,
): Promise<RunRecord> {
  const all = responses.flatMap(({ items }) => items);
  let written = run;
  let from = 0;
  for await (const { items, isLast } of tools.workScheduler.batches(all)) {
    // Under load the pauses between batches add up to half a minute.
    tools.signal.throwIfAborted();
    const piece = { from, to: from + items.length, isLast };
    written = await writePiece(tools, { run: written, entity, responses: partsOf(responses, piece) });
    from = piece.to;
  }
  noteWritten(tools, written, entity);
  return written;
}

/** The part of each response in a batch, by the positions of all their items in sequence. */
function partsOf<Kind extends EntityKind>(
  responses: readonly ReceivedPage<Kind>[],
  { from, to, isLast }: { from: number; to: number; isLast: boolean },
): ReceivedPage<Kind>[] {
  const parts: ReceivedPage<Kind>[] = [];
  let start = 0;
  for (const response of responses) {
    const end = start + response.items.length;
    const isBegun = start < to || isLast;
    // A response without items may have failures to report.
    const isAhead = end > from || (start === end && start === from);
    if (isBegun && isAhead) {
      const items = response.items.slice(Math.max(0, from - start), to - start);
      parts.push(
        end <= to
          ? { ...response, items }
          : { ...response, items, failures: [], progress: unfinished(response.progress) },
      );
    }
    start = end;
  }
  return parts;
}

/** A partly written page is not done: a run that is taken over processes it again. */
function unfinished({ page, ...underWay }: Progress): Progress {
  return page === undefined ? underWay : { ...underWay, page: page - 1 };
}

async function writePiece<Kind extends EntityKind>(
  tools: WritingTools,
  { run, entity, responses }: WriteRequest<Kind>,
): Promise<RunRecord> {
  const { readVersions } = tools;
  const upsert = (transaction: Transaction, received: readonly ReceivedItems<CatalogItems[Kind]>[]) =>
    upsertItems(tools, transaction, { entity, responses: received, runId: run.id });
  const unusable = responses.flatMap(({ failures }) => failures);
  const commit = async (transaction: Transaction, outcomes: UpsertOutcome[], failures: readonly ItemFailure[]) => {
    const counts = addOutcomes(run.counts, entity, { outcomes, failed: failures.length });
    // A failed item exists upstream all the same: it counts as seen, or the run would go on to remove it.
    const ids = [...outcomes, ...failures].flatMap(({ id }) => id ?? []);
    return keep(tools, transaction, {
      run: { ...run, ...responses.at(-1)?.progress, counts },
      seen: { entity, ids },
      failures,
      deaths: responses.at(-1)?.deaths,
    });
  };

  try {
    return await readVersions.transaction(async (transaction) =>
      commit(transaction, await upsert(transaction, responses), unusable),
    );
  } catch (error) {
    if (isRefusal(error)) throw error;
    const { outcomes, failures } = await writeOneByOne(
      entity,
      { responses, cause: error, signal: tools.signal },
      (response) =>
        tools.store.transaction(async (transaction) => {
          // What is written here is committed before the checkpoint, whose rejection would come too late.
          if (!(await tools.runs.holdRunning(transaction, run))) throw new RunEndedError();
          return upsert(transaction, [response]);
        }),
    );
    return readVersions.transaction((transaction) => commit(transaction, outcomes, [...unusable, ...failures]));
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
  {
    entity,
    responses,
    runId,
  }: { entity: Kind; responses: readonly ReceivedItems<CatalogItems[Kind]>[]; runId: string },
): Promise<UpsertOutcome[]> {
  return store.upsert(transaction, entity, { responses, origin: { kind: 'run', runId }, now: clock.now() });
}

/** Whether a guard rejected the write: the items are not at fault, and none of the others can be written either. */
function isRefusal(error: unknown): boolean {
  return error instanceof RunEndedError || error instanceof StoreSwitchedError;
}

async function writeOneByOne<Kind extends EntityKind>(
  entity: Kind,
  {
    responses,
    cause,
    signal,
  }: { responses: readonly ReceivedItems<CatalogItems[Kind]>[]; cause: unknown; signal: AbortSignal },
  write: (response: ReceivedItems<CatalogItems[Kind]>) => Promise<UpsertOutcome[]>,
): Promise<{ outcomes: UpsertOutcome[]; failures: ItemFailure[] }> {
  const outcomes: UpsertOutcome[] = [];
  const failures: ItemFailure[] = [];
  for (const { readVersion, item } of responses.flatMap(({ items, readVersion }) =>
    items.map((item) => ({ item, readVersion })),
  )) {
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
