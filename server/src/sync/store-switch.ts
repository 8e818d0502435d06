import { z } from 'zod';
import type { CatalogCleared } from '../../../contracts/admin/catalog';
import type { SettingsView } from '../../../contracts/admin/settings';
import type { CachedStore } from '../catalog/cached-store';
import type { CatalogClearing } from '../catalog/strapi-catalog-clearing';
import type { SettingsService } from '../settings/settings-service';
import { SyncBusyError } from './sync-errors';
import type { SyncService } from './sync-service';

/** What happens to cached records when the store changes (decisions 5.11). */
export interface StoreSwitch {
  /**
   * Changes settings; with `clearCachedStore: true` among them, records of another store are cleared first.
   * @throws StoreSwitchError when it would change the store while records of another one are cached
   * @throws SyncBusyError when they cannot be cleared because a run is under way
   */
  updateSettings(update: unknown): Promise<SettingsView>;
  /** Removes all cached records. @throws SyncBusyError when a run is under way */
  clear(): Promise<CatalogCleared>;
}

const switchBody = z.looseObject({ clearCachedStore: z.boolean().optional() });

export function createStoreSwitch(options: {
  settings: Pick<SettingsService, 'preview' | 'update'>;
  cachedStore: CachedStore;
  clearing: CatalogClearing;
  forgetFacts: () => Promise<void>;
  sync: Pick<SyncService, 'exclusively'>;
}): StoreSwitch {
  const { settings, cachedStore, clearing, sync } = options;

  async function clear(): Promise<CatalogCleared> {
    const done = await sync.exclusively(async (signal) => {
      const { product, category, brand } = await clearing(signal);
      await options.forgetFacts();
      await cachedStore.forget();
      return { products: product, categories: category, brands: brand };
    });
    if (done.kind === 'busy') throw new SyncBusyError();
    return done.result;
  }

  return {
    clear,
    async updateSettings(update) {
      const parsed = switchBody.safeParse(update);
      if (!parsed.success) return settings.update(update);
      const { clearCachedStore = false, ...rest } = parsed.data;
      const { storeHash } = await settings.preview(rest);
      const cached = await cachedStore.read();
      if (storeHash !== null && cached !== null && cached !== storeHash) {
        if (clearCachedStore) await clear();
        await cachedStore.check(storeHash);
      }
      return settings.update(rest);
    },
  };
}
