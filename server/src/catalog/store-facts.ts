import { z } from 'zod';
import type { StateStore } from '../database/knex-state-store';
import type { StoreFacts } from './catalog-types';
import type { StoreFactsReader } from './store-facts-reader';

const stateName = 'storeFacts';
const storeFactsSchema: z.ZodType<StoreFacts> = z.object({
  weightUnit: z.string(),
  currency: z.string(),
  name: z.string(),
  defaultChannelId: z.int(),
});

/** Keeps what the last synchronisation learnt of the store, so that reads need not ask upstream. */
export function createStoreFacts(state: StateStore): StoreFactsReader & { write(facts: StoreFacts): Promise<void>; forget(): Promise<void> } {
  return {
    read: () => state.read(stateName, storeFactsSchema),
    write: (facts) => state.write(stateName, facts),
    forget: () => state.write(stateName, null),
  };
}
