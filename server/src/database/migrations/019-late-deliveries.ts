import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** Deliveries refused only for their timestamp, by minute: the health check counts those of the last hour. */
export const lateDeliveries = {
  name: '019-late-deliveries',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.lateDeliveries, (table) => {
      // The start of the minute.
      table.bigInteger('minute').primary();
      table.bigInteger('count').notNullable();
    });
  },
};
