import { z } from 'zod';
import type { CatalogCleared } from '../../../contracts/admin/catalog';
import type { SettingsView } from '../../../contracts/admin/settings';
import { type CachedShop, StoreSwitchError } from '../catalog/shop';
import type { CatalogClearing } from '../catalog/writing';
import type { SettingsService } from '../settings/settings-service';
import { SyncBusyError } from './runs/sync-errors';
import type { SyncService } from './sync-service';

/** Handles cached records when the store changes (behavior 5.11). */
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
  cachedShop: CachedShop;
  clearing: CatalogClearing;
  forgetFacts: () => Promise<void>;
  /** Makes the next run a full one. */
  forgetMarks: () => Promise<void>;
  sync: Pick<SyncService, 'exclusively'>;
}): StoreSwitch {
  const { settings, cachedShop, clearing, sync } = options;

  async function clear(): Promise<CatalogCleared> {
    const done = await sync.exclusively(
      async (signal) => {
        const cleared: CatalogCleared = { products: 0, categories: 0, brands: 0 };
        // First: a process that dies in the middle leaves a catalog that no incremental run would fill again.
        await options.forgetMarks();
        // An event or a resync that is being written may add records until the claim is removed.
        do {
          const { product, category, brand } = await clearing(signal);
          cleared.products += product;
          cleared.categories += category;
          cleared.brands += brand;
        } while (!(await cachedShop.forget()));
        await options.forgetFacts();
        return cleared;
      },
      { interruptsPasses: true },
    );
    if (done.kind === 'busy') throw new SyncBusyError();
    return done.result;
  }

  async function claimAgain(storeHash: string, clearFirst: (() => Promise<CatalogCleared>) | null): Promise<void> {
    try {
      await cachedShop.claim(storeHash);
    } catch (error) {
      if (!(error instanceof StoreSwitchError) || clearFirst === null) throw error;
      await clearFirst();
      await cachedShop.claim(storeHash);
    }
  }

  return {
    clear,
    async updateSettings(update) {
      const parsed = switchBody.safeParse(update);
      if (!parsed.success) return settings.update(update);
      const { clearCachedStore = false, ...rest } = parsed.data;
      const { storeHash } = await settings.preview(rest);
      const cached = await cachedShop.read();
      if (storeHash !== null && cached !== null && cached !== storeHash && clearCachedStore) await clear();
      if (storeHash !== null) await cachedShop.claim(storeHash);
      const view = await settings.update(rest);
      // An operation that read the settings before they changed may have claimed the old store again. The store is the
      // stored one, since somebody else may have changed it in the meantime.
      if (view.storeHash !== null) await claimAgain(view.storeHash, clearCachedStore ? clear : null);
      return view;
    },
  };
}
