import type { RunPhase } from '../../../../contracts/admin/runs';
import type { EntityKind } from '../../catalog/model';
import type { IdPage } from '../../upstream/upstream-catalog';
import { keep } from '../runs/page-transaction';
import { writePage } from './page-writer';
import { addOutcomes, type RunRecord } from '../runs/run-record';
import type { RunTools, Source } from './run-tools';
import { RunEndedError, RunStuckError } from '../runs/sync-errors';

/*
 * An item that crashes the process (memory, a native library) would do so forever, since each start takes the run over.
 *
 *   one death        it may have been a deployment: the page is retried, without reading ahead
 *   two deaths       the page is processed item by item, and each id is recorded before it is fetched
 *   more             the recorded item is skipped as a failure, and the others continue; without a record the run fails
 */

const deathsUntilAlone = 2;
const mostDeaths = 3;
// This many items of one page are skipped before the run fails all the same.
const mostLeftOut = 3;

/** Whether a run that was taken over should end instead of continuing. */
export function isStuck({ deaths, itemInProgress }: RunRecord): boolean {
  return deaths >= (itemInProgress ? mostDeaths + mostLeftOut : mostDeaths);
}

/** Why a run is stuck, and where. */
export function stuckError({ deaths, phase, page, itemInProgress }: RunRecord): RunStuckError {
  return new RunStuckError({
    deaths,
    phase,
    page,
    item: itemInProgress ? `${itemInProgress.entity} ${itemInProgress.id}` : '',
  });
}

/** Whether each item is recorded, then fetched alone, to find the one that crashes the process. */
export function mustGoItemByItem({ deaths }: Pick<RunRecord, 'deaths'>): boolean {
  return deaths >= deathsUntilAlone;
}

/** How many pages of a listing may be in flight; only one if a page may have crashed the process. */
export function readAheadOf({ deaths }: RunRecord): number | undefined {
  return deaths > 0 ? 1 : undefined;
}

/** Skips the item at which the last holder crashed. */
export async function leaveOutItemInProgress(tools: RunTools, run: RunRecord): Promise<RunRecord> {
  const { itemInProgress: item } = run;
  if (!item) return run;
  const reason = 'The process ended while it was being imported on its own.';
  const leftOutAt = await tools.readVersions.draw();
  return tools.store.transaction((transaction) =>
    keep(tools, transaction, {
      run: { ...run, counts: addOutcomes(run.counts, item.entity, { outcomes: [], failed: 1 }) },
      seen: { entity: item.entity, ids: [item.id] },
      failures: [{ ...item, name: null, reason }],
      deaths: run.deaths,
      leftOutAt,
    }),
  );
}

/**
 * Syncs one page item by item if it crashed the process before.
 * @returns the run, and the first page that remains to be read
 */
export async function passItemByItem<Kind extends EntityKind>(
  tools: RunTools,
  from: RunRecord,
  {
    source,
    phase,
    page,
    readIds,
  }: { source: Source<Kind>; phase: RunPhase; page: number; readIds: (page: number) => Promise<IdPage> },
): Promise<{ run: RunRecord; next: number }> {
  if (!mustGoItemByItem(from)) return { run: from, next: page };
  const { entity } = source;
  const { ids, total } = await readIds(page);
  if (ids.length === 0) return { run: from, next: page };

  const progress = { phase, page: page - 1, totals: { ...from.totals, [entity]: total } };
  const seen = await tools.runs.seenAmong(from.id, { entity, ids });
  let run = from;
  for (const id of ids.filter((each) => !seen.has(each))) {
    tools.signal.throwIfAborted();
    if (!(await tools.runs.noteItem(run, { entity, id }))) throw new RunEndedError();
    const found = await source.readById([id]);
    run = await writePage(tools, { run, entity, page: { ...found, progress, deaths: from.deaths } });
  }
  run = await tools.store.transaction((transaction) =>
    keep(tools, transaction, { run: { ...run, ...progress, page }, seen: null, failures: [] }),
  );
  return { run, next: page + 1 };
}
