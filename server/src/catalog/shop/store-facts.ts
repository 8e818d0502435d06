import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { StateLocks, StateStore } from '../../database/knex-state-store';
import type { StoreClaim } from './cached-shop';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { CurrencyForm, StoreFacts } from '../model/catalog-types';
import type { StoreFactsReader } from './store-facts-reader';

export const storeFactsState = 'storeFacts';
export const storeFactsSchema: z.ZodType<StoreFacts> = z.object({
  weightUnit: z.string(),
  currency: z.string(),
  name: z.string(),
  defaultChannelId: z.int(),
  // Earlier versions did not store these; the next sync fills them in.
  currencySymbol: z.string().nullable().default(null),
  currencyDecimals: z.int().nullable().default(null),
  currencyPlacement: z.enum(['left', 'right']).nullable().default(null),
  locale: z.string().nullable().default(null),
  currencies: z
    .array(
      z.object({
        code: z.string(),
        symbol: z.string().nullable(),
        decimals: z.int().nullable(),
        placement: z.enum(['left', 'right']).nullable(),
      }),
    )
    .optional(),
});

/** What the store returned, with its read version. */
export type ReadStoreFacts = StoreFacts & { readVersion: number };

export interface StoreFactsKeeper extends StoreFactsReader {
  /**
   * Stores facts, unless a response that was requested later has already been stored.
   * @throws StoreSwitchedError if the site has been switched to another store in the meantime
   */
  write(facts: ReadStoreFacts, claim: Pick<StoreClaim, 'hold'>): Promise<void>;
  /**
   * Stores the currencies of further markets; before the first sync, there are no facts to add them to.
   * @throws StoreSwitchedError as `write` does
   */
  noteCurrencies(currencies: readonly CurrencyForm[], claim: Pick<StoreClaim, 'hold'>): Promise<void>;
  forget(): Promise<void>;
}

// Earlier versions stored none.
const versionedSchema = z.intersection(storeFactsSchema, z.object({ readVersion: z.number().default(0) }));

const shown = (facts: ReadStoreFacts | null) => facts && { ...facts, readVersion: null };

/** Stores the store facts of the last sync, so that reads need no upstream request; publishes changes to them. */
export function createStoreFacts({
  state,
  changes,
}: {
  state: StateStore & Pick<StateLocks, 'changeWithin'>;
  changes: Pick<CatalogChanges, 'transaction' | 'collectStore'>;
}): StoreFactsKeeper {
  const read = () => state.read(storeFactsState, storeFactsSchema);

  const update = (claim: Pick<StoreClaim, 'hold'>, next: (before: ReadStoreFacts | null) => ReadStoreFacts | null) =>
    changes.transaction(async (transaction) => {
      await claim.hold(transaction);
      // Locked: several transactions may hold the claim at once.
      await state.changeWithin(transaction, storeFactsState, {
        schema: versionedSchema,
        work: async (before) => {
          const facts = next(before);
          if (!isDeepStrictEqual(shown(before), shown(facts))) changes.collectStore(transaction);
          return facts;
        },
      });
    });

  return {
    read,
    write: (facts, claim) =>
      update(claim, (before) =>
        before !== null && before.readVersion > facts.readVersion
          ? before
          : { ...facts, ...(before?.currencies && { currencies: before.currencies }) },
      ),
    noteCurrencies: (currencies, claim) => update(claim, (before) => before && { ...before, currencies }),
    async forget() {
      await changes.transaction(async (transaction) => {
        await state.changeWithin(transaction, storeFactsState, { schema: versionedSchema, work: async () => null });
        changes.collectStore(transaction);
      });
    },
  };
}
