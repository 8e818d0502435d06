import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** What must be known before a record is removed: which response lacked it, and how many were removed recently. */
export const removals = {
  name: '011-removals',

  async up(database: Knex): Promise<void> {
    // Records missing from one complete upstream response. Times are by the database's clock, in milliseconds.
    await createTable(database, tables.absences, (table) => {
      table.string('entity', 16).notNullable();
      table.bigInteger('upstream_id').notNullable();
      // Read version of that response: a sighting with a higher one makes the row void.
      table.bigInteger('observation').notNullable();
      // A request that starts at this time or later may confirm the absence.
      table.bigInteger('confirmable_from').notNullable();
      // Confirmed, but beyond the removal limit: since when, and what triggered the request.
      table.bigInteger('held_at');
      table.string('held_for', 64);
      table.primary(['entity', 'upstream_id']);
      table.index(['held_at'], 'cb_absences_held');
    });

    await createTable(database, tables.removals, (table) => {
      table.bigIncrements('id');
      table.string('entity', 16).notNullable();
      table.bigInteger('removed_at').notNullable();
      table.integer('records').notNullable();
      table.index(['entity', 'removed_at'], 'cb_removals_entity');
    });

    // Rows that every removal locks until its transaction ends.
    const locks = ['product', 'category', 'brand'].map((entity) => ({ name: `removals.${entity}`, value: 0 }));
    await database(tables.sequences).insert(locks).onConflict('name').ignore();
  },
};
