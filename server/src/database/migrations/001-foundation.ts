import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Settings, leases, runs, and what the catalog stores apart from its records. */
export const foundation = {
  name: '001-foundation',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.settings, (table) => {
      table.string('name', 64).primary();
      table.text('value', 'longtext').notNullable();
      table.boolean('is_sealed').notNullable();
      table.bigInteger('updated_at').notNullable();
    });

    await createTable(database, tables.state, (table) => {
      table.string('name', 64).primary();
      table.text('value', 'longtext').notNullable();
    });

    await createTable(database, tables.leases, (table) => {
      table.string('name', 64).primary();
      table.string('holder', 64).notNullable();
      table.bigInteger('expires_at').notNullable();
    });

    await createTable(database, tables.sequences, (table) => {
      table.string('name', 64).primary();
      table.bigInteger('value').notNullable();
    });
    await database(tables.sequences).insert({ name: 'observation', value: 0 }).onConflict('name').ignore();

    await createTable(database, tables.readVersions, (table) => {
      table.string('entity', 16).notNullable();
      table.integer('upstream_id').notNullable();
      table.bigInteger('observation').notNullable();
      table.bigInteger('removed_at');
      table.primary(['entity', 'upstream_id']);
    });

    await createTable(database, tables.redirects, (table) => {
      table.string('entity', 16).notNullable();
      table.string('slug', 512).notNullable();
      table.integer('upstream_id').notNullable();
      table.primary(['entity', 'slug']);
      table.index(['entity', 'upstream_id'], 'cb_redirects_target');
    });

    await createTable(database, tables.runs, (table) => {
      table.string('id', 36).primary();
      table.string('mode', 16).notNullable();
      table.string('status', 16).notNullable();
      table.string('phase', 16).notNullable();
      table.bigInteger('started_at').notNullable();
      table.bigInteger('finished_at');
      table.bigInteger('modified_since');
      table.bigInteger('first_observation').notNullable();
      table.integer('page').notNullable();
      table.text('counts', 'longtext').notNullable();
      table.integer('total');
      table.integer('requests').notNullable();
      table.boolean('allow_mass_removal').notNullable();
      table.boolean('cancel_requested').notNullable();
      table.text('error', 'longtext');
      table.index(['status'], 'cb_runs_status');
      table.index(['started_at'], 'cb_runs_started_at');
    });

    await createTable(database, tables.runFailures, (table) => {
      table.increments('id');
      table.string('run_id', 36).notNullable();
      table.string('entity', 16).notNullable();
      table.integer('upstream_id');
      table.text('name');
      table.text('reason', 'longtext').notNullable();
      table.index(['run_id', 'id'], 'cb_run_failures_run');
    });

    await createTable(database, tables.runSeen, (table) => {
      table.string('run_id', 36).notNullable();
      table.string('entity', 16).notNullable();
      table.integer('upstream_id').notNullable();
      table.primary(['run_id', 'entity', 'upstream_id']);
    });
  },
};
