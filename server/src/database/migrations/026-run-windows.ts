import type { Knex } from 'knex';
import { tables } from '../tables';

/** When a run began by upstream's own clock, which is the one that tells when a product was modified. */
export const runWindows = {
  name: '026-run-windows',

  async up(database: Knex): Promise<void> {
    if (await database.schema.hasColumn(tables.runs, 'upstream_started_at')) return;
    // Milliseconds; runs of earlier versions have none.
    await database.schema.alterTable(tables.runs, (table) => void table.bigInteger('upstream_started_at'));
  },
};
