import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** The queue of webhook events, and counts of deliveries. */
export const webhookEvents = {
  name: '002-webhook-events',

  async up(database: Knex): Promise<void> {
    await createTable(database, tables.events, (table) => {
      table.bigIncrements('id');
      table.string('scope', 64).notNullable();
      table.string('entity', 16).notNullable();
      table.integer('entity_id').notNullable();
      // Entity and id in one column, for the keys below.
      table.string('entity_key', 32).notNullable();
      table.string('status', 16).notNullable();
      table.integer('claims').notNullable();
      table.integer('deliveries').notNullable();
      table.bigInteger('received_at').notNullable();
      table.bigInteger('last_received_at').notNullable();
      // When it may be claimed: now, at its retry, or when the current lease on it ends. Null: never.
      table.bigInteger('due_at');
      table.bigInteger('finished_at');
      table.text('last_error');
      table.string('claim_id', 64);
      // The entity's key, on the one row that its further events are merged into.
      table.string('waiting_key', 32);
      // The entity's key, on the one row that is claimed: no second claim of the entity can exist at the same time.
      table.string('working_key', 32);
      table.unique(['waiting_key'], { indexName: 'cb_events_waiting' });
      table.unique(['working_key'], { indexName: 'cb_events_working' });
      table.index(['due_at', 'id'], 'cb_events_due');
      table.index(['entity_key'], 'cb_events_entity');
      table.index(['entity_id', 'id'], 'cb_events_entity_id');
      table.index(['status', 'finished_at'], 'cb_events_status');
      table.index(['claim_id'], 'cb_events_claim');
    });

    await createTable(database, tables.eventKeys, (table) => {
      table.string('delivery_key', 64).primary();
      table.bigInteger('received_at').notNullable();
      table.index(['received_at'], 'cb_event_keys_received');
    });

    await createTable(database, tables.deliveryTallies, (table) => {
      table.string('name', 128).primary();
      table.bigInteger('count').notNullable();
      table.bigInteger('last_at').notNullable();
      table.text('detail');
    });
  },
};
