import { z } from 'zod';
import type { StateStore } from '../database/knex-state-store';
import { CommerceBridgeError } from '../lib/errors';
import type { CatalogStore } from './catalog-store';
import type { EntityKind } from './catalog-types';

/** Records of one store are cached, and another one is to be read: the two would mix (decisions 5.11). */
export class StoreSwitchError extends CommerceBridgeError {
  readonly code = 'store_switch';

  constructor(readonly stores: { cachedStore: string; wantedStore: string; records: number }) {
    const { cachedStore, wantedStore, records } = stores;
    super(
      `${records} records of the store ${cachedStore} are cached, and the settings name the store ${wantedStore}. ` +
        'Clear the cached records first, or go back to the store they are of.',
      { data: stores },
    );
  }
}

/** Knows whose records are cached. */
export interface CachedStore {
  /** Null when nothing is cached, or nothing was ever synchronised. */
  read(): Promise<string | null>;
  /** @throws StoreSwitchError when records of another store are cached */
  check(storeHash: string): Promise<void>;
  /** To be called before records of this store are written. @throws StoreSwitchError likewise */
  claim(storeHash: string): Promise<void>;
  forget(): Promise<void>;
}

const stateName = 'catalog.store';
const kinds: readonly EntityKind[] = ['product', 'category', 'brand'];

export function createCachedStore({ state, store }: { state: StateStore; store: Pick<CatalogStore, 'count'> }): CachedStore {
  const remembered = () => state.read(stateName, z.string());

  async function countRecords(): Promise<number> {
    let records = 0;
    for (const kind of kinds) records += await store.count(kind);
    return records;
  }

  async function check(wantedStore: string): Promise<void> {
    const cachedStore = await remembered();
    if (cachedStore === null || cachedStore === wantedStore) return;
    const records = await countRecords();
    if (records > 0) throw new StoreSwitchError({ cachedStore, wantedStore, records });
  }

  return {
    check,
    async read() {
      const storeHash = await remembered();
      return storeHash === null || (await countRecords()) === 0 ? null : storeHash;
    },
    async claim(storeHash) {
      await check(storeHash);
      if ((await remembered()) !== storeHash) await state.write(stateName, storeHash);
    },
    forget: () => state.write(stateName, null),
  };
}
