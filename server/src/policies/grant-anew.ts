import type { Core } from '@strapi/strapi';
import { recordUids } from '../content-types/record-uids';
import { pickingPermissionState } from '../database/migrations/027-picking-permission';
import { tables } from '../database/tables';
import { publicReadingState } from './grant-public-reading';

/**
 * Has roles granted their first permissions again after the plugin was disabled or removed for a while: a site without
 * it revokes them, and drops the tables of cached records, which are about to be created anew (behavior 9.2, 13.7).
 */
export function grantAnewAfterAbsence(strapi: Core.Strapi): void {
  strapi.hook('strapi::content-types.beforeSync').register(async () => {
    const database = strapi.db.connection;
    if (await database.schema.hasTable(strapi.db.metadata.get(recordUids.product).tableName)) return;
    if (!(await database.schema.hasTable(tables.state))) return;
    await database(tables.state)
      .whereIn('name', [pickingPermissionState, publicReadingState])
      .update({ value: '"due"' });
  });
}
