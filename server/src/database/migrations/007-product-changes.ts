import type { Knex } from 'knex';
import { createTable } from '../create-table';
import { tables } from '../tables';

/** What changed in products, and what triggered the last response about each record. */
export const productChanges = {
  name: '007-product-changes',

  async up(database: Knex): Promise<void> {
    if (!(await database.schema.hasColumn(tables.readVersions, 'seen_at'))) {
      await database.schema.alterTable(tables.readVersions, (table) => {
        table.bigInteger('seen_at');
        table.string('origin', 48);
      });
    }

    await createTable(database, tables.productChanges, (table) => {
      table.bigIncrements('id');
      table.integer('upstream_id').notNullable();
      table.string('kind', 16).notNullable();
      table.string('origin', 48).notNullable();
      table.bigInteger('changed_at').notNullable();
      // A list of changed fields, as JSON.
      table.text('changes', 'longtext').notNullable();
      table.index(['upstream_id', 'id'], 'cb_product_changes_product');
    });

    // Whether a given product failed in a run.
    if (!(await hasIndex(database)))
      await database.schema.alterTable(tables.runFailures, (table) => table.index(['upstream_id', 'id'], failureIndex));
  },
};

const failureIndex = 'cb_run_failures_upstream';

// Knex cannot check. MySQL commits each step separately, so this one may already be done.
async function hasIndex(database: Knex): Promise<boolean> {
  const client = String(database.client.config.client);
  if (client.includes('sqlite'))
    return (await database('sqlite_master').where({ type: 'index', name: failureIndex })).length > 0;
  if (client.startsWith('mysql'))
    return (
      (
        await database('information_schema.statistics')
          .where({ index_name: failureIndex })
          .whereRaw('table_schema = database()')
      ).length > 0
    );
  return (
    (await database('pg_indexes').where({ indexname: failureIndex }).whereRaw('schemaname = current_schema()')).length >
    0
  );
}
