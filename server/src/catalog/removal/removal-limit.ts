import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { tables as ownTables } from '../../database/tables';
import { CommerceBridgeError } from '../../lib/errors';
import type { EntityKind } from '../model/catalog-types';
import { liveRows } from '../tables/live-rows';
import type { CatalogTables } from '../tables/strapi-tables';
import { createRemovalWindow } from './removal-window';

export interface RemovalLimit {
  /** In percent of the cached records. */
  percent: number;
  /** The limit applies only if more than this many records are cached. */
  minimum: number;
}

/** More would be removed than the removal limit allows (behavior 5.5, 10.2); nothing was removed. */
export class MassRemovalError extends CommerceBridgeError {
  readonly code = 'mass_removal';

  constructor(readonly removal: { entity: EntityKind; gone: number; cached: number; limitPercent: number }) {
    super(
      `${removal.gone} of ${removal.cached} cached records (${removal.entity}) are no longer in BigCommerce, which exceeds the removal limit of ${removal.limitPercent}%. ` +
        'Nothing was removed. If this is expected, start a sync that ignores the removal limit; if not, check the store hash, channel, and access token.',
      { data: { ...removal } },
    );
  }
}

/** Upstream returned no records of a kind that has cached records; nothing was removed. */
export class DoubtfulEmptinessError extends CommerceBridgeError {
  readonly code = 'doubtful_emptiness';

  constructor(emptiness: { entity: EntityKind; cached: number }) {
    super(
      `BigCommerce returned no records at all (${emptiness.entity}), but ${emptiness.cached} are cached. Nothing was removed. ` +
        'If the store really is empty, start a sync that ignores the removal limit; if not, check the store hash, channel, and access token.',
      { data: emptiness },
    );
  }
}

/** How many records of one kind may be removed now. */
export interface Allowance {
  /** Infinity where the limit does not apply. */
  records: number;
  /** How many are cached. */
  cached: number;
  limitPercent: number;
}

/**
 * One limit for the whole site: it counts everything removed in the last ten minutes, by any process (behavior 10.2).
 */
export function createRemovalLimit(options: {
  database: Database;
  catalogTables: CatalogTables;
  clock: DatabaseClock;
  settings: () => RemovalLimit;
}) {
  const { database, catalogTables } = options;
  const window = createRemovalWindow(options.clock);

  async function countLive(entity: EntityKind, connection: Database | Transaction = database): Promise<number> {
    const [row]: { count?: unknown }[] = await liveRows(connection, catalogTables, entity).count({ count: '*' });
    return toNumber(row?.count);
  }

  return {
    countLive,

    /** The limit applies if more than this many records are cached. */
    minimum: (): number => options.settings().minimum,

    /**
     * Blocks other removals of records of this kind until the transaction ends. Call before the transaction reads
     * anything: on MariaDB, its first read determines its snapshot.
     */
    async lock(transaction: Transaction, entity: EntityKind): Promise<void> {
      await transaction(ownTables.sequences)
        .where({ name: `removals.${entity}` })
        .increment('value', 1);
    },

    async allowance(entity: EntityKind, connection: Database | Transaction = database): Promise<Allowance> {
      const { percent, minimum } = options.settings();
      const removed = await window.removed(connection, entity);
      const cached = await countLive(entity, connection);
      const before = cached + removed;
      const records = before > minimum ? Math.max(0, Math.floor((before * percent) / 100) - removed) : Infinity;
      return { records, cached, limitPercent: percent };
    },

    /** Counts these against the limit for ten minutes. */
    note: (transaction: Transaction, { entity, records }: { entity: EntityKind; records: number }): Promise<void> =>
      window.note(transaction, { of: entity, records }),
  };
}

export type SiteRemovalLimit = ReturnType<typeof createRemovalLimit>;
