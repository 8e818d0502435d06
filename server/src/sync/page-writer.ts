import type { CatalogItems, CatalogStore, UpsertOutcome } from '../catalog/catalog-store';
import type { EntityKind } from '../catalog/catalog-types';
import type { Transaction } from '../database/database';
import type { Clock } from '../lib/clock';
import { describeRefusal } from '../lib/errors';
import type { ItemFailure } from '../upstream/upstream-catalog';
import { addOutcomes, type RunRecord } from './run-record';
import type { RunTools } from './run-tools';
import type { Checkpoint } from './run-store';
import { RunEndedError } from './sync-errors';

/** One answer of upstream, on its way into the catalog. */
export interface Answer<Kind extends EntityKind> {
  entity: Kind;
  items: readonly CatalogItems[Kind][];
  failures: readonly ItemFailure[];
  observation: number;
}

// So many bad items may come together.
const fewItems = 5;

type Progress = Partial<Pick<RunRecord, 'phase' | 'page' | 'totals'>>;

/**
 * Writes one answer and the run's checkpoint in one transaction, or in several while others need the process. When the
 * database refuses the whole, the items are written one by one, so that one bad item is reported and does not stop the
 * run (decisions 5.7).
 * @param progress what the checkpoint says beside the counts, once all is written
 * @returns the run as it is committed
 * @throws RunEndedError when somebody ended the run meanwhile; nothing is written then
 */
export async function writeAnswer<Kind extends EntityKind>(
  tools: RunTools,
  run: RunRecord,
  answer: Answer<Kind>,
  progress: Progress,
): Promise<RunRecord> {
  // A page of which a part is written is not behind us: a run that is taken over passes it once more.
  const { page, ...underWay } = progress;
  const before = page === undefined ? underWay : { ...underWay, page: page - 1 };
  let written = run;
  for await (const { items, isLast } of tools.courtesy.pieces(answer.items)) {
    const failures = isLast ? answer.failures : [];
    written = await writePiece(tools, written, { ...answer, items, failures }, isLast ? progress : before);
  }
  noteWritten(tools, written, answer.entity);
  return written;
}

async function writePiece<Kind extends EntityKind>(
  tools: RunTools,
  run: RunRecord,
  answer: Answer<Kind>,
  progress: Progress,
): Promise<RunRecord> {
  const { observations } = tools;
  const upsert = (transaction: Transaction, items: readonly CatalogItems[Kind][]) => upsertItems(tools, transaction, { ...answer, items, runId: run.id });
  const commit = async (transaction: Transaction, outcomes: UpsertOutcome[], failures: readonly ItemFailure[]) => {
    const counts = addOutcomes(run.counts, answer.entity, { outcomes, failed: failures.length });
    // A failed item exists upstream all the same: it counts as seen, or the run would go on to remove it.
    const ids = [...outcomes, ...failures].flatMap(({ id }) => id ?? []);
    return keep(tools, transaction, { run: { ...run, ...progress, counts }, seen: { entity: answer.entity, ids }, failures });
  };

  try {
    return await observations.transaction(async (transaction) =>
      commit(transaction, await upsert(transaction, answer.items), answer.failures),
    );
  } catch (error) {
    if (error instanceof RunEndedError) throw error;
    const { outcomes, failures } = await writeOneByOne(answer, error, (item) =>
      tools.store.transaction((transaction) => upsert(transaction, [item])),
    );
    return observations.transaction((transaction) => commit(transaction, outcomes, [...answer.failures, ...failures]));
  }
}

/** Tells how far the run is with one kind of entity. */
export function noteWritten({ log }: Pick<RunTools, 'log'>, { phase, counts, totals }: RunRecord, entity: EntityKind): void {
  const { fetched, created, updated } = counts[entity];
  log.note({ kind: 'written', entity, phase, fetched, changed: created + updated, total: totals[entity] });
}

/**
 * Writes a checkpoint within a transaction, with what the run has spent by now.
 * @throws RunEndedError when somebody ended the run meanwhile, which rolls the transaction back
 */
export async function keep({ runs, spent, log }: Pick<RunTools, 'runs' | 'spent' | 'log'>, transaction: Transaction, checkpoint: Checkpoint): Promise<RunRecord> {
  const run = { ...checkpoint.run, ...spent() };
  if (!(await runs.checkpoint(transaction, { ...checkpoint, run }))) throw new RunEndedError();
  for (const failure of checkpoint.failures) log.note({ kind: 'failure', ...failure });
  return run;
}

function upsertItems<Kind extends EntityKind>(
  { store, clock }: { store: CatalogStore; clock: Clock },
  transaction: Transaction,
  { entity, items, observation, runId }: Pick<Answer<Kind>, 'entity' | 'items' | 'observation'> & { runId: string },
): Promise<UpsertOutcome[]> {
  return store.upsert(transaction, entity, { items, observation, origin: { kind: 'run', runId }, now: clock.now() });
}

async function writeOneByOne<Kind extends EntityKind>(
  answer: Answer<Kind>,
  cause: unknown,
  write: (item: CatalogItems[Kind]) => Promise<UpsertOutcome[]>,
): Promise<{ outcomes: UpsertOutcome[]; failures: ItemFailure[] }> {
  const outcomes: UpsertOutcome[] = [];
  const failures: ItemFailure[] = [];
  for (const item of answer.items) {
    try {
      outcomes.push(...(await write(item)));
    } catch (error) {
      const reason = `The database refused it: ${describeRefusal(error)}`;
      failures.push({ entity: answer.entity, id: item.id, name: item.title, reason });
    }
  }
  // When nothing at all can be written, it is not the items' fault; of a few, the checkpoint will tell.
  if (outcomes.length === 0 && answer.items.length > fewItems) throw cause;
  return { outcomes, failures };
}
