import type { Knex } from 'knex';
import { tables } from '../tables';

/** What a dry run would change in further markets (behavior 5.10). */
export const dryMarketParts = {
  name: '042-dry-market-parts',

  async up(database: Knex): Promise<void> {
    if (await database.schema.hasColumn(tables.runs, 'market_parts')) return;
    // JSON; null for a run that wrote, and for runs of earlier versions.
    await database.schema.alterTable(tables.runs, (table) => void table.text('market_parts', 'longtext'));
  },
};
