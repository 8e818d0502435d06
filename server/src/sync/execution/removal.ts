import type { CatalogItems } from '../../catalog/writing';
import type { EntityKind } from '../../catalog/model';
import { type ConfirmableAbsences, confirmationDelay, MassRemovalError } from '../../catalog/removal';
import { milliseconds } from '../../lib/durations';
import { type ReadBeyondDoubt, readBeyondDoubt } from '../../upstream/reading/read-beyond-doubt';
import type { ByIdResult } from '../../upstream/upstream-catalog';
import { UpstreamResponseError } from '../../upstream/http/upstream-errors';
import { idsPerRequest } from '../../upstream/reading/ids-per-request';
import { keep } from '../runs/page-transaction';
import { writePage } from './page-writer';
import type { RunRecord } from '../runs/run-record';
import type { RunTools, Source } from './run-tools';
import { chunksOf } from '../../lib/chunks';

/** Records that upstream did not return when they were fetched by id. */
interface Missing {
  ids: number[];
  readVersion: number;
  /** Those that may be removed; a later run looks for the others. */
  confirmable: ConfirmableAbsences;
}

/**
 * Removes what upstream no longer has, after a complete listing: the listing is the first response without it, and a
 * read by id, at least five seconds later, the second (behavior 5.5, 10.1).
 * @throws MassRemovalError when more would be removed than the limit allows, which then holds them back; a dry run
 * lists them first
 */
export async function removeMissing<Kind extends EntityKind>(
  tools: RunTools,
  from: RunRecord,
  source: Source<Kind>,
): Promise<RunRecord> {
  const { store, removals, signal } = tools;
  const { entity } = source;
  let run: RunRecord = await withoutRemovals(tools, { ...from, phase: 'removal', page: 0 }, entity);

  const candidates = await store.unseen({ entity, runId: run.id, firstReadVersion: run.firstReadVersion });
  if (!run.isDry && candidates.length > 0)
    await awaitSecondLook(tools, { entity, ids: candidates, readVersion: run.firstReadVersion });
  const missing: Missing[] = [];
  for (const ids of chunksOf(candidates, idsPerRequest)) {
    signal.throwIfAborted();
    const confirmable = run.isDry ? new Map<number, number>() : await removals.confirmable({ entity, ids });
    const found = await readAgainInDoubt(tools, {
      ids,
      controls: run.isDry ? [] : await removals.controls({ entity, ids }),
      read: source.readById,
    });
    if (found.hasNoTree && !run.allowMassRemoval) await removals.refuseEmptiness(entity);
    if (!run.isDry) await removals.noteExisting({ entity, ids: found.failures.flatMap(({ id }) => id ?? []) });
    if (found.items.length + found.failures.length > 0) {
      signal.throwIfAborted();
      run = await writePage(tools, { run, entity, page: { ...found, progress: {} } });
    }
    missing.push({ ids: withoutFound(ids, found), readVersion: found.readVersion, confirmable });
  }

  const { excess, exempt } = run.allowMassRemoval
    ? unlimited
    : await judge(tools, { entity, ids: missing.flatMap(({ ids }) => ids) });
  if (excess && !run.isDry) {
    await removals.hold({
      entity,
      ids: missing.flatMap(({ ids, confirmable }) => ids.filter((id) => confirmable.has(id))),
      origin: { kind: 'run', runId: run.id },
    });
    throw excess;
  }
  // First what counts against the limit, which is a share of what is cached: the exempt ones would reduce it.
  const counted = missing.map((part) => ({ ...part, ids: part.ids.filter((id) => !exempt.has(id)) }));
  const rest = missing.map((part) => ({ ...part, ids: part.ids.filter((id) => exempt.has(id)) }));
  for (const part of [...counted, ...rest].filter(({ ids }) => ids.length > 0)) {
    signal.throwIfAborted();
    run = await remove(tools, run, { entity, ...part });
    tools.log.note({ kind: 'removed', entity, count: run.counts[entity].removed });
  }
  if (excess) throw excess;
  return run;
}

/** A dry run that resumes finds all of them again, since it has removed nothing. */
async function withoutRemovals(tools: RunTools, run: RunRecord, entity: EntityKind): Promise<RunRecord> {
  const counts = run.counts[entity];
  if (!run.isDry || counts.removed === 0) return run;
  return tools.store.transaction(async (transaction) => {
    await tools.runs.forgetRemovals(transaction, run.id, entity);
    const next = { ...run, counts: { ...run.counts, [entity]: { ...counts, removed: 0 } } };
    return keep(tools, transaction, { run: next, seen: null, failures: [] });
  });
}

/** What the limit says about the records that a run misses. */
interface Judgment {
  excess: MassRemovalError | null;
  /** Those that do not count, since they were held outside runs, and this run confirms them (behavior 10.2). */
  exempt: ReadonlySet<number>;
}

const unlimited: Judgment = { excess: null, exempt: new Set() };

const retries = 2;

/** Requests a doubtful response twice more, five seconds apart; after that, it ends the run (behavior 10.4). */
async function readAgainInDoubt<Item extends { id: number }>(
  { clock, signal }: RunTools,
  request: ReadBeyondDoubt<Item>,
): Promise<ByIdResult<Item>> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await readBeyondDoubt(request);
    } catch (error) {
      if (!(error instanceof UpstreamResponseError) || tries === retries) throw error;
    }
    await clock.wait(confirmationDelay, signal);
  }
}

/** Waits until all of them may be requested again, by the database's clock. */
async function awaitSecondLook(
  { removals, clock, signal }: RunTools,
  absent: { entity: EntityKind; ids: readonly number[]; readVersion: number },
): Promise<void> {
  for (const ids of chunksOf(absent.ids, idsPerRequest))
    await removals.noteAbsent({ ...absent, ids, confirmableAfter: confirmationDelay });
  const last = absent.ids.slice(-idsPerRequest);
  await clock.wait(confirmationDelay, signal);
  // The database's clock may lag behind a little. The tries are limited, since some may have been settled elsewhere.
  for (
    let tries = 0;
    tries < mostTries && (await removals.confirmable({ ...absent, ids: last })).size < last.length;
    tries += 1
  )
    await clock.wait(shortWait, signal);
}

const shortWait = milliseconds(200);
const mostTries = 25;

async function remove(
  tools: RunTools,
  run: RunRecord,
  { entity, ids, readVersion, confirmable }: Missing & { entity: EntityKind },
): Promise<RunRecord> {
  const { store, removals, clock } = tools;
  const request = { entity, ids, readVersion, origin: { kind: 'run', runId: run.id }, now: clock.now() } as const;
  return tools.store.transaction(async (transaction) => {
    const removed = run.isDry
      ? await store.remove(transaction, request)
      : (
          await removals.settle(transaction, store, {
            ...request,
            confirmable,
            excess: run.allowMassRemoval ? 'allow' : 'refuse',
          })
        ).removed;
    const counts = run.counts[entity];
    const next = {
      ...run,
      counts: { ...run.counts, [entity]: { ...counts, removed: counts.removed + removed.length } },
    };
    return keep(tools, transaction, { run: next, seen: null, failures: [] });
  });
}

function withoutFound(ids: readonly number[], found: ByIdResult<CatalogItems[EntityKind]>): number[] {
  const alive = new Set([...found.items, ...found.failures].map(({ id }) => id));
  return ids.filter((id) => !alive.has(id));
}

async function judge(
  { removals }: RunTools,
  { entity, ids }: { entity: EntityKind; ids: readonly number[] },
): Promise<Judgment> {
  const { records, cached, limitPercent } = await removals.allowance(entity);
  if (ids.length <= records) return unlimited;
  const exempt = await removals.heldOutsideRuns({ entity, ids });
  const gone = ids.length - exempt.size;
  return { excess: gone > records ? new MassRemovalError({ entity, gone, cached, limitPercent }) : null, exempt };
}
