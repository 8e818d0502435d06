import { z } from 'zod';
import type { Transaction } from '../../database/database';
import type { StateLocks, StateStore } from '../../database/knex-state-store';
import { CommerceBridgeError } from '../../lib/errors';
import type { CatalogStore } from '../writing/catalog-store';
import type { EntityKind } from '../model/catalog-types';

/** Records of one store are cached, and another store is to be read: their records would mix (behavior 5.11). */
export class StoreSwitchError extends CommerceBridgeError {
  readonly code = 'store_switch';

  constructor(readonly stores: { cachedStore: string; wantedStore: string; records: number }) {
    const { cachedStore, wantedStore, records } = stores;
    super(
      `${records} records from the store ${cachedStore} are cached, but the settings name the store ${wantedStore}. ` +
        'Delete the cached records first, or switch back to the previous store.',
      { data: stores },
    );
  }
}

/** The site was switched to another store, or cleared, after the request was sent; none of the response is written. */
export class StoreSwitchedError extends CommerceBridgeError {
  readonly code = 'store_switched';

  constructor(readonly stores: { askedStore: string }) {
    super(
      `The cached records were deleted, or the site was connected to a different store, while data from the store ${stores.askedStore} was being fetched. Nothing was saved. Try again.`,
      { data: stores },
    );
  }
}

/** The right to write records of one store, checked in each transaction that writes. */
export interface StoreClaim {
  /** Call first in a transaction: switching the store waits until the transaction ends. @throws StoreSwitchedError */
  hold(transaction: Transaction): Promise<void>;
  /** The same catalog store, with every transaction holding the claim. */
  guard(store: CatalogStore): CatalogStore;
}

/** Tracks which store the cached records belong to. */
export interface CachedShop {
  /** Null if nothing is cached, or nothing was ever synced. */
  read(): Promise<string | null>;
  /** @throws StoreSwitchError when records of another store are cached */
  check(storeHash: string): Promise<void>;
  /** Call before requesting data that will be written. @throws StoreSwitchError as `check` does */
  claim(storeHash: string): Promise<StoreClaim>;
  /** The claim of a store that was claimed before, for a thread that writes on behalf of the claimant. */
  claimed(storeHash: string): StoreClaim;
  /** Ends every claim; returns false and changes nothing while records are cached. */
  forget(): Promise<boolean>;
}

const stateName = 'catalog.store';
const hash = z.string();
const kinds: readonly EntityKind[] = ['product', 'category', 'brand'];

export function createCachedShop({
  state,
  store,
  forgetEntities,
}: {
  state: StateStore & StateLocks;
  store: Pick<CatalogStore, 'count'>;
  /** Deletes everything stored about entities besides their records. */
  forgetEntities: (transaction: Transaction) => Promise<void>;
}): CachedShop {
  const remembered = () => state.read(stateName, hash);

  async function countRecords(transaction?: Transaction): Promise<number> {
    let records = 0;
    for (const kind of kinds) records += await store.count(kind, transaction);
    return records;
  }

  async function refuseToMix(
    { cachedStore, wantedStore }: { cachedStore: string | null; wantedStore: string },
    transaction?: Transaction,
  ): Promise<void> {
    if (cachedStore === null || cachedStore === wantedStore) return;
    const records = await countRecords(transaction);
    if (records > 0) throw new StoreSwitchError({ cachedStore, wantedStore, records });
  }

  function claimOf(storeHash: string): StoreClaim {
    const hold = async (transaction: Transaction) => {
      if ((await state.hold(transaction, stateName, hash)) !== storeHash)
        throw new StoreSwitchedError({ askedStore: storeHash });
    };
    return {
      hold,
      guard: (guarded) => ({
        ...guarded,
        transaction: (work) =>
          guarded.transaction(async (transaction) => {
            await hold(transaction);
            return work(transaction);
          }),
      }),
    };
  }

  return {
    check: async (wantedStore) => refuseToMix({ cachedStore: await remembered(), wantedStore }),

    async read() {
      const storeHash = await remembered();
      return storeHash === null || (await countRecords()) === 0 ? null : storeHash;
    },

    async claim(storeHash) {
      if ((await remembered()) !== storeHash) {
        // Exclusively, so that nothing is written between the count and the change.
        await state.change(stateName, hash, async (transaction, cachedStore) => {
          await refuseToMix({ cachedStore, wantedStore: storeHash }, transaction);
          // A process that died while it was clearing, or a plugin that was disabled, may have left it without records.
          if (cachedStore !== null && cachedStore !== storeHash) await forgetEntities(transaction);
          return storeHash;
        });
      }
      return claimOf(storeHash);
    },

    claimed: claimOf,

    async forget() {
      const left = await state.change(stateName, hash, async (transaction, cachedStore) =>
        (await countRecords(transaction)) === 0 ? null : cachedStore,
      );
      return left === null;
    },
  };
}
