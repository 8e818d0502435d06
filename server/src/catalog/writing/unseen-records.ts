import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import type { CatalogTables } from '../tables/strapi-tables';
import type { UnseenRequest } from './catalog-store';

/** Cached ids, ascending, seen neither by a run nor in any response since its start. */
export async function unseenRecords(
  { database, catalogTables }: { database: Database; catalogTables: CatalogTables },
  { entity, runId, firstReadVersion }: UnseenRequest,
): Promise<number[]> {
  const table = catalogTables.tables[entity];
  const ids: unknown[] = await database(table)
    .leftJoin(tables.runSeen, (join) => {
      join.on(`${tables.runSeen}.upstream_id`, `${table}.upstream_id`);
      join.andOnVal(`${tables.runSeen}.run_id`, runId).andOnVal(`${tables.runSeen}.entity`, entity);
    })
    .leftJoin(tables.readVersions, (join) => {
      join.on(`${tables.readVersions}.upstream_id`, `${table}.upstream_id`);
      join.andOnVal(`${tables.readVersions}.entity`, entity);
    })
    .whereNull(`${tables.runSeen}.upstream_id`)
    .whereNull(`${table}.withdrawn_at`)
    .where((row) => {
      row
        .where(`${tables.readVersions}.observation`, '<', firstReadVersion)
        .orWhereNull(`${tables.readVersions}.observation`);
    })
    .orderBy(`${table}.upstream_id`)
    .pluck(`${table}.upstream_id`);
  return ids.map(toNumber);
}
