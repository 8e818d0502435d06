import type { Knex } from 'knex';
import { createCatalogChanges } from '../../../server/src/catalog/changes/catalog-changes';
import { createMachineClock } from '../../../server/src/database/database-clock';
import { createKnexStateStore } from '../../../server/src/database/knex-state-store';
import { readFixedSettings } from '../../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import type { UpstreamAccess } from '../../../server/src/upstream/upstream-access';
import type { Simulator } from '../../../simulator/src/server';
import { createMemoryLog } from '../instances/memory-log';
import { memorySettings } from '../instances/memory-settings';
import { createQuietLogger } from '../quiet-logger';
import type { ManualClock } from '../time/clocks';

/** An instance's tables for the extras of products, and its connection to the store. */
export interface ExtrasSite {
  database: Knex;
  simulator: Simulator;
  access: Pick<UpstreamAccess, 'http'>;
  clock: ManualClock;
  drawVersion: () => Promise<number>;
  namespaces?: readonly string[];
}

/** One instance of a site with all products of a simulated store, in a real database. */
export function extrasParts({ database, simulator, access, clock, drawVersion, namespaces = ['care'] }: ExtrasSite) {
  const logger = createQuietLogger();
  const databaseClock = createMachineClock({ database, clock });
  const changes = createCatalogChanges({ database, log: createMemoryLog(), logger });
  const changed: number[] = [];
  changes.subscribe(({ products }) => void changed.push(...products));
  const settings = createSettingsService({
    store: memorySettings(),
    fixed: readFixedSettings(
      {
        COMMERCE_BRIDGE_API_URL: simulator.url,
        COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
        COMMERCE_BRIDGE_ACCESS_TOKEN: simulator.account.accessToken,
        COMMERCE_BRIDGE_METAFIELD_NAMESPACES: namespaces.join(','),
        COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '10,20',
      },
      {},
    ),
    sealer: null,
    clock,
  });
  const ids = () => simulator.store.products.ids();
  return {
    namespaces,
    databaseClock,
    changes,
    /** Ids of products whose responses were dropped. */
    changed,
    cachedProducts: {
      among: async (some: readonly number[]) => new Set(ids().filter((id) => some.includes(id))),
      after: async (last: number, limit: number) =>
        ids()
          .filter((id) => id > last)
          .slice(0, limit),
    },
    settings,
    upstream: access,
    cachedShop: {
      claim: async () => ({ hold: async () => undefined, guard: <Store>(store: Store) => store }),
    },
    state: createKnexStateStore(database),
    database,
    drawVersion,
    clock,
    logger,
    workScheduler: { paced: <Result>(work: () => Promise<Result>) => work() },
  };
}
