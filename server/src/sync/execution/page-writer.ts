import { StoreSwitchedError } from '../../catalog/shop';
import type { CatalogItems, CatalogStore, ReceivedItems, UpsertOutcome } from '../../catalog/writing';
import type { EntityKind } from '../../catalog/model';
import { errorAfter, isConnectionLost, isDatabaseAway } from '../../database/conflicts';
import { chunksOf } from '../../lib/chunks';
import { describeRefusal } from '../../lib/errors';
import type { ItemFailure } from '../../upstream/upstream-catalog';
import {
  keepWritten,
  type Progress,
  type ReceivedPage,
  upsertItems,
  type TransactionTools,
  type WriteRequest,
  writeTogether,
} from '../runs/page-transaction';
import type { RunRecord } from '../runs/run-record';
import type { RunTools } from './run-tools';
import { RunEndedError } from '../runs/sync-errors';

/** The tools of a run that writing needs. */
export type WritingTools = Pick<
  RunTools,
  'store' | 'runs' | 'clock' | 'workScheduler' | 'log' | 'signal' | 'spent' | 'marketMarks' | 'thread'
>;

// Up to this many items may all be invalid by coincidence.
const fewItems = 5;
// On SQLite, everything that needs the connection waits about 20 ms for the thread's transaction.
const itemsWhileBlocking = 25;

/**
 * Writes a page and the run's checkpoint in one transaction, in the run's thread if it has one; otherwise here, in
 * several transactions while other work needs the process. If the database refuses a page, its items are written one by
 * one, so that one bad item is reported and does not stop the run (behavior 5.7).
 * @returns the run as it is committed
 * @throws the signal's reason once it is aborted; what is committed by then is in the checkpoint or is written again
 * @throws RunEndedError when the run was ended or taken over meanwhile; nothing is written from then on
 * @throws StoreSwitchedError when the site was switched to another store
 * @throws DatabaseDownError when no connection can be opened after this page lost one
 * @throws the database's error when no connection can be opened to begin with
 */
export async function writePage<Kind extends EntityKind>(
  tools: WritingTools,
  request: WriteRequest<Kind>,
): Promise<RunRecord> {
  let written = request.run;
  for (const piece of piecesFor(tools, request)) {
    tools.signal.throwIfAborted();
    const given = { ...piece, run: written };
    const byThread = await tools.thread?.write(given);
    written = byThread ?? (await writeHere({ ...tools, store: mindfulOfLoss(tools) }, given));
    if (byThread) await tools.workScheduler.leaveTimeForRequests();
  }
  noteWritten(tools, written, request.entity);
  return written;
}

/** Splits a page into what the thread writes at a time; without a thread, `writeHere` splits it. */
function piecesFor<Kind extends EntityKind>(
  { thread, workScheduler }: WritingTools,
  request: WriteRequest<Kind>,
): WriteRequest<Kind>[] {
  const { page } = request;
  if (thread === null || !workScheduler.blocksReaders || page.items.length <= itemsWhileBlocking) return [request];
  const pieces = [...chunksOf(page.items, itemsWhileBlocking)];
  return pieces.map((items, index) => ({ ...request, page: partOf(page, items, index === pieces.length - 1) }));
}

/** A store whose errors tell whether this page, here or in its thread, has lost a connection before. */
function mindfulOfLoss({ store, thread }: Pick<WritingTools, 'store' | 'thread'>): CatalogStore {
  let loss = thread?.failure();
  return {
    ...store,
    async transaction(work) {
      try {
        return await store.transaction(work);
      } catch (error) {
        const known = errorAfter(loss, error);
        if (isConnectionLost(error)) loss = error;
        throw known;
      }
    },
  };
}

async function writeHere<Kind extends EntityKind>(
  tools: WritingTools,
  { run, entity, page }: WriteRequest<Kind>,
): Promise<RunRecord> {
  let written = run;
  for await (const { items, isLast } of tools.workScheduler.batches(page.items)) {
    // Checked for each batch: under load, the pauses between them add up to half a minute.
    tools.signal.throwIfAborted();
    written = await writeBatch(tools, { run: written, entity, page: partOf(page, items, isLast) });
  }
  return written;
}

/** Some items of a page; its failures and its progress go with the last ones. */
function partOf<Kind extends EntityKind>(
  page: ReceivedPage<Kind>,
  items: ReceivedPage<Kind>['items'],
  isLast: boolean,
): ReceivedPage<Kind> {
  return isLast ? { ...page, items } : { ...page, items, failures: [], progress: unfinished(page.progress) };
}

/** A partly written page is not done: a run that is taken over processes it again. */
function unfinished({ page, ...underWay }: Progress): Progress {
  return page === undefined ? underWay : { ...underWay, page: page - 1 };
}

async function writeBatch<Kind extends EntityKind>(
  tools: WritingTools,
  request: WriteRequest<Kind>,
): Promise<RunRecord> {
  const { run, entity, page } = request;
  const marking = { ...tools, mark: await markFor(tools, request) };
  try {
    return await writeTogether(marking, request);
  } catch (error) {
    if (isRefusal(error)) throw error;
    const { outcomes, failures } = await writeOneByOne(
      entity,
      { received: page, cause: error, signal: tools.signal },
      (received) =>
        tools.store.transaction(async (transaction) => {
          // These items are committed before the checkpoint, so its rejection would come too late.
          if (!(await tools.runs.holdRunning(transaction, run))) throw new RunEndedError();
          return upsertItems(tools, transaction, { run, entity, received });
        }),
    );
    return tools.store.transaction((transaction) =>
      keepWritten(marking, transaction, { ...request, outcomes, failures: [...page.failures, ...failures] }),
    );
  }
}

/** Only for incremental runs: after others, the further markets are read as a whole (behavior 14.5). */
async function markFor(
  { marketMarks }: Pick<WritingTools, 'marketMarks'>,
  { run, entity, page }: WriteRequest<EntityKind>,
): Promise<TransactionTools['mark']> {
  const isForMarkets = entity === 'product' && run.mode === 'incremental' && !run.isDry && page.items.length > 0;
  return isForMarkets ? ((await marketMarks()) ?? undefined) : undefined;
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
 * Whether a guard rejected the write, or there is no database: the items are not at fault, and none of the others can
 * be written either.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof RunEndedError || error instanceof StoreSwitchedError || isDatabaseAway(error);
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
  // If no item can be written, the items are not at fault. With only a few, they may be: the checkpoint will tell.
  if (outcomes.length === 0 && failures.length > fewItems) throw cause;
  return { outcomes, failures };
}
