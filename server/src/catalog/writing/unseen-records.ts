import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import { type IdRange, idRanges, whereInRange } from '../../database/id-ranges';
import { tables } from '../../database/tables';
import type { WorkScheduler } from '../../lib/work-scheduler';
import { liveRows } from '../tables/live-rows';
import type { CatalogTables } from '../tables/strapi-tables';
import type { UnseenRequest } from './catalog-store';

// On SQLite, reading this many blocks the process for a few milliseconds.
const readAtOnce = 2000;

/** Cached ids, ascending, seen neither by a run nor in any response since its start. */
export async function unseenRecords(
  {
    database,
    catalogTables,
    workScheduler,
  }: { database: Database; catalogTables: CatalogTables; workScheduler: Pick<WorkScheduler, 'yieldIfDue'> },
  { entity, runId, firstReadVersion }: UnseenRequest,
): Promise<number[]> {
  const table = catalogTables.tables[entity];
  const id = `${table}.upstream_id`;

  const unseenIn = (range: IdRange) =>
    whereInRange(liveRows(database, catalogTables, entity), id, range)
      .leftJoin(tables.runSeen, (join) => {
        join.on(`${tables.runSeen}.upstream_id`, id);
        join.andOnVal(`${tables.runSeen}.run_id`, runId).andOnVal(`${tables.runSeen}.entity`, entity);
      })
      .leftJoin(tables.readVersions, (join) => {
        join.on(`${tables.readVersions}.upstream_id`, id);
        join.andOnVal(`${tables.readVersions}.entity`, entity);
      })
      .whereNull(`${tables.runSeen}.upstream_id`)
      .where((row) => {
        row
          .where(`${tables.readVersions}.observation`, '<', firstReadVersion)
          .orWhereNull(`${tables.readVersions}.observation`);
      })
      .orderBy(id)
      .pluck(id);

  const unseen: number[] = [];
  for await (const range of idRanges(() => database(table), { column: 'upstream_id', size: readAtOnce })) {
    const ids: unknown[] = await unseenIn(range);
    for (const each of ids) unseen.push(toNumber(each));
    await workScheduler.yieldIfDue();
  }
  return unseen;
}
