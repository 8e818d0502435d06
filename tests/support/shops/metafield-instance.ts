import type { Knex } from 'knex';
import { createCatalogChanges } from '../../../server/src/catalog/changes/catalog-changes';
import { createKeptMetafields } from '../../../server/src/catalog/extras/knex-metafields';
import { createListedMetafields } from '../../../server/src/catalog/extras/listed-metafields';
import { createStoredMetafields } from '../../../server/src/catalog/extras/stored-metafields';
import { createMachineClock } from '../../../server/src/database/database-clock';
import { createKnexStateStore } from '../../../server/src/database/knex-state-store';
import { readFixedSettings } from '../../../server/src/settings/fixed-settings';
import { createSettingsService } from '../../../server/src/settings/settings-service';
import { createMetafieldFreshness, type MetafieldFreshness } from '../../../server/src/sync/metafield-freshness';
import type { UpstreamAccess } from '../../../server/src/upstream/upstream-access';
import type { Simulator } from '../../../simulator/src/server';
import { createMemoryLog } from '../instances/memory-log';
import { createQuietLogger } from '../quiet-logger';
import type { ManualClock } from '../time/clocks';

/** One instance's keeping of the metafields of a simulated store, in a real database. */
export interface MetafieldInstance {
  freshness: MetafieldFreshness;
  kept: ReturnType<typeof createKeptMetafields>;
  /** Ids of products whose responses were dropped. */
  changed: number[];
  /** Until nothing is due. */
  workOff(): Promise<void>;
  /** `namespace/key=value` of a product; null: never read. */
  shown(productId: number): Promise<string[] | null>;
}

export function metafieldInstance({
  database,
  simulator,
  access,
  clock,
  namespaces = ['care'],
  drawVersion,
}: {
  database: Knex;
  simulator: Simulator;
  access: UpstreamAccess;
  clock: ManualClock;
  namespaces?: readonly string[];
  drawVersion: () => Promise<number>;
}): MetafieldInstance {
  const logger = createQuietLogger();
  const databaseClock = createMachineClock({ database, clock });
  const changes = createCatalogChanges({ database, log: createMemoryLog(), logger });
  const changed: number[] = [];
  changes.subscribe(({ products }) => void changed.push(...products));
  const kept = createKeptMetafields({ database, clock: databaseClock, changes });
  const settings = createSettingsService({
    store: { readAll: async () => new Map(), write: () => Promise.reject(new Error('settings are not written')) },
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
  const freshness = createMetafieldFreshness({
    kept,
    listed: createListedMetafields({ database, changes }),
    cachedProducts: {
      among: async (some) => new Set(ids().filter((id) => some.includes(id))),
      after: async (last, limit) =>
        ids()
          .filter((id) => id > last)
          .slice(0, limit),
    },
    changes,
    settings,
    upstream: access,
    cachedShop: { claim: async () => ({ hold: async () => undefined, guard: (store) => store }) },
    isRunUnderWay: async () => false,
    state: createKnexStateStore(database),
    database,
    drawVersion,
    clock,
    logger,
  });
  const reader = createStoredMetafields({ database, namespaces: () => namespaces });
  const never = new AbortController().signal;
  return {
    freshness,
    kept,
    changed,
    async workOff() {
      while ((await freshness.nextDue()) === 0) await freshness.refreshSome(never);
    },
    async shown(productId) {
      const found = (await reader.read([productId])).get(productId);
      return found?.map(({ namespace, key, value }) => `${namespace}/${key}=${value}`) ?? null;
    },
  };
}
