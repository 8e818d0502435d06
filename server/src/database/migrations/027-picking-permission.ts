import type { Knex } from 'knex';
import { tables } from '../tables';

/** Where it is kept whether editors are still to be given the permission to pick products. */
export const pickingPermissionState = 'picking_permission';

/** A site that has synced has its roles as its administrators want them; a new one is to get them once. */
export const pickingPermission = {
  name: '027-picking-permission',

  async up(database: Knex): Promise<void> {
    if (await database(tables.runs).first('id')) return;
    await database(tables.state).insert({ name: pickingPermissionState, value: '"due"' }).onConflict('name').ignore();
  },
};
