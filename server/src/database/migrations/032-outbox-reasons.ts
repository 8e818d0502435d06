import type { Knex } from 'knex';
import { tables } from '../tables';

/** Why a target could not be notified of changes, by code. */
export const outboxReasons = {
  name: '032-outbox-reasons',

  async up(database: Knex): Promise<void> {
    if (await database.schema.hasColumn(tables.outboxTargets, 'reason')) return;
    // JSON; null if only the error's message gives the reason, and in rows of earlier versions.
    await database.schema.alterTable(tables.outboxTargets, (table) => void table.text('reason'));
  },
};
