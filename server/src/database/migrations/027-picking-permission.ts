import type { Knex } from 'knex';
import { tables } from '../tables';

/** The state that tracks whether editors have yet to be granted the permission to pick products. */
export const pickingPermissionState = 'picking_permission';

/** Where a run exists, administrators have already set up their roles; a new site gets the permission once. */
export const pickingPermission = {
  name: '027-picking-permission',

  async up(database: Knex): Promise<void> {
    if (await database(tables.runs).first('id')) return;
    await database(tables.state).insert({ name: pickingPermissionState, value: '"due"' }).onConflict('name').ignore();
  },
};
