import type { CatalogItems, CatalogStore } from '../catalog/catalog-store';
import type { EntityKind } from '../catalog/catalog-types';
import type { ByIdResult } from '../upstream/upstream-catalog';
import { idsPerRequest } from './ids-per-request';
import { keep, writeAnswers } from './page-writer';
import type { RunRecord } from './run-record';
import type { RemovalLimit, RunTools, Source } from './run-tools';
import { MassRemovalError } from './sync-errors';

/** Records that upstream was asked for by id and no longer has. */
interface Gone {
  ids: number[];
  observation: number;
}

/**
 * Removes what upstream no longer has, after a complete listing.
 * @throws MassRemovalError when more would go than the limit allows; a dry run lists it first
 */
export async function removeGone<Kind extends EntityKind>(tools: RunTools, from: RunRecord, source: Source<Kind>): Promise<RunRecord> {
  const { store, clock, signal } = tools;
  const { entity } = source;
  let run: RunRecord = { ...from, phase: 'removal', page: 0 };

  const cached = await store.count(entity);
  const gone = await findGone({
    entity,
    run,
    store,
    readById: source.readById,
    onFound: async (found) => {
      signal.throwIfAborted();
      run = await writeAnswers(tools, run, entity, [{ ...found, progress: {} }]);
    },
  });
  const excess = excessOf({ entity, gone, cached, limit: tools.removalLimit });
  const isStopped = excess !== null && !run.allowMassRemoval;
  if (isStopped && !run.isDry) throw excess;

  for (const { ids, observation } of gone) {
    signal.throwIfAborted();
    run = await tools.observations.transaction(async (transaction) => {
      const removed = await store.remove(transaction, { entity, ids, observation, origin: { kind: 'run', runId: run.id }, now: clock.now() });
      const counts = run.counts[entity];
      const next = { ...run, counts: { ...run.counts, [entity]: { ...counts, removed: counts.removed + removed.length } } };
      return keep(tools, transaction, { run: next, seen: null, failures: [] });
    });
    tools.log.note({ kind: 'removed', entity, count: run.counts[entity].removed });
  }
  if (isStopped) throw excess;
  return run;
}

/**
 * Asks upstream by id for everything a complete listing did not show: offset paging skips a row when an earlier one
 * vanishes in the middle of a run, so not being listed proves nothing (decisions 5.5).
 * @param options.onFound is given what upstream still has
 */
async function findGone<Kind extends EntityKind>(options: {
  entity: Kind;
  run: RunRecord;
  store: CatalogStore;
  readById: (ids: readonly number[]) => Promise<ByIdResult<CatalogItems[Kind]>>;
  onFound: (found: ByIdResult<CatalogItems[Kind]>) => Promise<void>;
}): Promise<Gone[]> {
  const { entity, run, store } = options;
  const candidates = await store.unseen({ entity, runId: run.id, firstObservation: run.firstObservation });
  const gone: Gone[] = [];
  for (let start = 0; start < candidates.length; start += idsPerRequest) {
    const ids = candidates.slice(start, start + idsPerRequest);
    const found = await options.readById(ids);
    if (found.items.length + found.failures.length > 0) await options.onFound(found);
    const alive = new Set([...found.items, ...found.failures].map(({ id }) => id));
    gone.push({ ids: ids.filter((id) => !alive.has(id)), observation: found.observation });
  }
  return gone.filter(({ ids }) => ids.length > 0);
}

function excessOf({ entity, gone, cached, limit }: { entity: EntityKind; gone: readonly Gone[]; cached: number; limit: RemovalLimit }): MassRemovalError | null {
  const count = gone.reduce((sum, { ids }) => sum + ids.length, 0);
  const isTooMuch = cached > limit.minimum && count * 100 > cached * limit.percent;
  return isTooMuch ? new MassRemovalError({ entity, gone: count, cached, limitPercent: limit.percent }) : null;
}
