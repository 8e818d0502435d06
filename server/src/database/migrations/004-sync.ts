import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Dry runs and what they found, which store a run reads, and how much of upstream's budget it used. */
export const sync = {
  name: '004-sync',

  async up(database: Knex): Promise<void> {
    if (!(await database.schema.hasColumn(tables.runs, 'is_dry'))) {
      await database.schema.alterTable(tables.runs, (table) => {
        table.boolean('is_dry').notNullable().defaultTo(false);
        table.string('store_hash', 64).notNullable().defaultTo('');
        table.integer('channel_id');
        table.integer('category_total');
        table.integer('brand_total');
        table.bigInteger('waited').notNullable().defaultTo(0);
        table.integer('quota_left');
      });
    }

    await createTable(database, tables.runChanges, (table) => {
      table.bigIncrements('id');
      table.string('run_id', 36).notNullable();
      table.string('entity', 16).notNullable();
      table.integer('upstream_id').notNullable();
      table.text('name');
      table.string('kind', 16).notNullable();
      // Names of changed fields, as JSON.
      table.text('fields').notNullable();
      table.index(['run_id', 'id'], 'cb_run_changes_run');
    });
  },
};
