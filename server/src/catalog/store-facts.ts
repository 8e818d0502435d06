import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { StateStore } from '../database/knex-state-store';
import type { CatalogChanges } from './catalog-changes';
import type { StoreFacts } from './catalog-types';
import type { StoreFactsReader } from './store-facts-reader';

export const storeFactsState = 'storeFacts';
export const storeFactsSchema: z.ZodType<StoreFacts> = z.object({
  weightUnit: z.string(),
  currency: z.string(),
  name: z.string(),
  defaultChannelId: z.int(),
});

export interface StoreFactsKeeper extends StoreFactsReader {
  write(facts: StoreFacts): Promise<void>;
  forget(): Promise<void>;
}

/** Keeps what the last synchronisation learnt of the store, so that reads need not ask upstream; tells when it changed. */
export function createStoreFacts({ state, changes }: { state: StateStore; changes: Pick<CatalogChanges, 'publish'> }): StoreFactsKeeper {
  const read = () => state.read(storeFactsState, storeFactsSchema);

  return {
    read,
    async write(facts) {
      const before = await read();
      await state.write(storeFactsState, facts);
      if (!isDeepStrictEqual(before, facts)) await changes.publish({ isStoreChanged: true });
    },
    async forget() {
      await state.write(storeFactsState, null);
      await changes.publish({ isStoreChanged: true });
    },
  };
}
