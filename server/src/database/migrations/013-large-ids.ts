import type { Knex } from 'knex';
import { dialectOf } from '../database';
import { tables } from '../tables';

/** Columns that hold upstream ids, by table. */
const columns: Readonly<Record<string, readonly string[]>> = {
  [tables.readVersions]: ['upstream_id'],
  [tables.redirects]: ['upstream_id'],
  [tables.runSeen]: ['upstream_id'],
  [tables.runChanges]: ['upstream_id'],
  [tables.events]: ['entity_id'],
  [tables.missingLinks]: ['upstream_id', 'product_id'],
  [tables.productChanges]: ['upstream_id'],
  [tables.listedProducts]: ['product_id'],
  [tables.categoryListings]: ['product_id', 'category_id'],
};

/** Columns of upstream ids that may be null. */
const nullable: Readonly<Record<string, readonly string[]>> = {
  [tables.runs]: ['channel_id'],
  [tables.runFailures]: ['upstream_id'],
};

/** Upstream's ids have 64 bits; so do SQLite's integers. */
export const largeIds = {
  name: '013-large-ids',

  async up(database: Knex): Promise<void> {
    const dialect = dialectOf(database);
    if (dialect === 'sqlite') return;
    const change = (isNullable: string) =>
      dialect === 'postgres' ? 'alter column ?? type bigint' : `modify column ?? bigint ${isNullable}`;
    for (const [all, isNullable] of [
      [columns, 'not null'],
      [nullable, 'null'],
    ] as const) {
      for (const [table, names] of Object.entries(all)) {
        await database.raw(`alter table ?? ${names.map(() => change(isNullable)).join(', ')}`, [table, ...names]);
      }
    }
  },
};
