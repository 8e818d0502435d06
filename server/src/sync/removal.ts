import type { CatalogItems, CatalogStore } from '../catalog/catalog-store';
import type { EntityKind } from '../catalog/catalog-types';
import type { ByIdResult } from '../upstream/upstream-catalog';
import type { RunRecord } from './run-record';
import { MassRemovalError } from './sync-errors';

// What upstream takes in one `id:in` without complaint (facts 2.2).
const idsPerRequest = 50;

export interface RemovalLimit {
  /** In percent of what is cached. */
  percent: number;
  /** The limit holds only where more than this many records are cached. */
  minimum: number;
}

/** Records that upstream was asked for by id and no longer has. */
export interface Gone {
  ids: number[];
  observation: number;
}

/**
 * Asks upstream by id for everything a complete listing did not show: offset paging skips a row when an earlier one
 * vanishes in the middle of a run, so not being listed proves nothing (decisions 5.5).
 * @param options.onFound is given what upstream still has
 * @throws MassRemovalError when more would go than the limit allows
 */
export async function findGone<Kind extends EntityKind>(options: {
  entity: Kind;
  run: RunRecord;
  store: CatalogStore;
  limit: RemovalLimit;
  drawObservation: () => Promise<number>;
  readById: (ids: readonly number[]) => Promise<ByIdResult<CatalogItems[Kind]>>;
  onFound: (found: ByIdResult<CatalogItems[Kind]>, observation: number) => Promise<void>;
}): Promise<Gone[]> {
  const { entity, run, store, limit } = options;
  const cached = await store.count(entity);
  const candidates = await store.unseen({ entity, runId: run.id, firstObservation: run.firstObservation });

  const gone: Gone[] = [];
  for (let start = 0; start < candidates.length; start += idsPerRequest) {
    const ids = candidates.slice(start, start + idsPerRequest);
    const observation = await options.drawObservation();
    const found = await options.readById(ids);
    if (found.items.length + found.failures.length > 0) await options.onFound(found, observation);
    const alive = new Set([...found.items, ...found.failures].map(({ id }) => id));
    gone.push({ ids: ids.filter((id) => !alive.has(id)), observation });
  }

  const count = gone.reduce((sum, { ids }) => sum + ids.length, 0);
  const isTooMuch = cached > limit.minimum && count * 100 > cached * limit.percent;
  if (isTooMuch && !run.allowMassRemoval) throw new MassRemovalError({ entity, gone: count, cached, limitPercent: limit.percent });
  return gone.filter(({ ids }) => ids.length > 0);
}
