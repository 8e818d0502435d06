import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** The running instances of the site, and which of them holds a lease. */
export const instances = {
  name: '031-instances',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.instances, (table) => {
      table.string('id', 36).primary();
      table.string('version', 32).notNullable();
      table.string('host', 255).notNullable();
      table.integer('pid').notNullable();
      // By the database's clock, as is `seen_at`.
      table.bigInteger('started_at').notNullable();
      table.bigInteger('seen_at').notNullable();
      // The time of `seen_at` by the instance's own clock.
      table.bigInteger('own_time').notNullable();
    });
    if (await database.schema.hasColumn(tables.leases, 'instance_id')) return;
    // Null for leases of earlier versions.
    await database.schema.alterTable(tables.leases, (table) => void table.string('instance_id', 36));
  },
};
