import type { Knex } from 'knex';
import { tables } from '../tables';

/** Why a run failed or left something out, by code. */
export const runReasons = {
  name: '010-run-reasons',

  async up(database: Knex): Promise<void> {
    if (await database.schema.hasColumn(tables.runs, 'reasons')) return;
    // A list as JSON; null for runs of earlier versions.
    await database.schema.alterTable(tables.runs, (table) => table.text('reasons'));
  },
};
