import type { Knex } from 'knex';
import { tables } from '../tables';

/** When a run began by upstream's clock, which is also the clock of modification dates. */
export const runWindows = {
  name: '026-run-windows',

  async up(database: Knex): Promise<void> {
    if (await database.schema.hasColumn(tables.runs, 'upstream_started_at')) return;
    // In milliseconds; null for runs of earlier versions.
    await database.schema.alterTable(tables.runs, (table) => void table.bigInteger('upstream_started_at'));
  },
};
