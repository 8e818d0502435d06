import type { Knex } from 'knex';
import type { Clock } from '../lib/clock';
import { CommerceBridgeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { type Database, isMysql } from './database';
import { underMigrationLock } from './migration-lock';
import { foundation } from './migrations/001-foundation';
import { webhookEvents } from './migrations/002-webhook-events';
import { missingLinks } from './migrations/003-missing-links';
import { sync } from './migrations/004-sync';
import { reading } from './migrations/005-reading';
import { productChanges } from './migrations/007-product-changes';
import { catalogChanges } from './migrations/008-catalog-changes';
import { steering } from './migrations/009-steering';
import { runReasons } from './migrations/010-run-reasons';
import { removals } from './migrations/011-removals';
import { largeIds } from './migrations/013-large-ids';
import { slugsAndReadVersions } from './migrations/014-slugs-and-read-versions';
import { moments } from './migrations/015-moments';
import { unicodeTables } from './migrations/016-unicode-tables';
import { runHolders } from './migrations/017-run-holders';
import { failedProducts } from './migrations/018-failed-products';
import { lateDeliveries } from './migrations/019-late-deliveries';
import { runWindows } from './migrations/026-run-windows';
import { pickingPermission } from './migrations/027-picking-permission';
import { sharedDocuments } from './migrations/028-shared-documents';
import { outbox } from './migrations/030-outbox';
import { instances } from './migrations/031-instances';
import { outboxReasons } from './migrations/032-outbox-reasons';
import { markets } from './migrations/033-markets';
import { marketTexts } from './migrations/034-market-texts';
import { marketSearch } from './migrations/035-market-search';
import { staleMarketProducts } from './migrations/036-stale-market-products';
import { productModifiers } from './migrations/037-product-modifiers';
import { searchGrams } from './migrations/038-search-grams';
import { marketChanges } from './migrations/039-market-changes';
import { metafields } from './migrations/040-metafields';
import { marketEvents } from './migrations/041-market-events';
import { dryMarketParts } from './migrations/042-dry-market-parts';
import { dueProducts } from './migrations/043-due-products';
import { formerSlugs } from './migrations/044-former-slugs';

interface Migration {
  name: string;
  up(database: Knex): Promise<void>;
}

/** In their order. */
export const migrations: readonly Migration[] = [
  foundation,
  webhookEvents,
  missingLinks,
  sync,
  reading,
  productChanges,
  catalogChanges,
  steering,
  runReasons,
  removals,
  largeIds,
  slugsAndReadVersions,
  moments,
  unicodeTables,
  runHolders,
  failedProducts,
  lateDeliveries,
  runWindows,
  pickingPermission,
  sharedDocuments,
  outbox,
  instances,
  outboxReasons,
  markets,
  marketTexts,
  marketSearch,
  staleMarketProducts,
  productModifiers,
  searchGrams,
  marketChanges,
  metafields,
  marketEvents,
  dryMarketParts,
  dueProducts,
  formerSlugs,
];

const migrationTable = 'commerce_bridge_migrations';
const lockTable = `${migrationTable}_lock`;

/**
 * Migrates our own tables to the newest schema; does nothing if they are up to date.
 * Several instances may start at once: one migrates, the others wait for it.
 * @throws the database's error if a migration fails; its changes are rolled back where the database supports that
 */
export async function migrate(options: { database: Database; clock: Clock; logger: Logger }): Promise<void> {
  const { database, logger } = options;
  // MySQL commits at every schema change anyway; migrations are written so that they can run again.
  const disableTransactions = isMysql(database);
  const settings: Knex.MigratorConfig = { migrationSource, tableName: migrationTable, disableTransactions };
  const latest = async () => {
    const [, applied] = await database.migrate.latest(settings);
    if (Array.isArray(applied) && applied.length > 0)
      logger.info('tables migrated', { migrations: applied.join(', ') });
  };

  await underMigrationLock(options, async () => {
    try {
      await latest();
    } catch (error) {
      if (!isLocked(error) || (await database.schema.hasTable(lockTable)) === false) throw error;
      // No other instance is migrating: knex's lock is a row, which outlives a process that dies.
      logger.warn('removing a migration lock that a dead process left', { table: lockTable });
      await database.migrate.forceFreeMigrationsLock(settings);
      await latest();
    }
  });
}

/**
 * Checks that no later version has migrated the tables.
 * @throws NewerTablesError if one has: its columns are unknown here
 */
export async function refuseNewerTables(database: Database): Promise<void> {
  if (!(await database.schema.hasTable(migrationTable))) return;
  const applied: string[] = await database(migrationTable).orderBy('id').pluck('name');
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerTablesError(unknown);
}

/** The database belongs to a later version of the plugin. */
export class NewerTablesError extends CommerceBridgeError {
  readonly code = 'newer_tables';

  constructor(readonly unknown: readonly string[]) {
    super(
      `A later version of Commerce Bridge has migrated this database (${unknown.join(', ')}). Install that version or a later one, or restore the backup from before the upgrade.`,
      { data: { unknown } },
    );
  }
}

const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => [...migrations],
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({ up: (database) => migration.up(database), down: async () => undefined }),
};

function isLocked(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'MigrationLocked' || error.message.includes('Migration table is already locked'))
  );
}
