import type { CatalogChanges } from '../catalog/changes';
import type { Transaction } from '../database/database';
import { tables } from '../database/tables';
import type { Categories } from './knex-categories';
import type { Members } from './knex-members';
import type { RowOutcome } from './knex-part-rows';
import type { Prices } from './knex-prices';
import type { VersionClaim } from './knex-part-versions';
import type { ReceivedTexts, Texts } from './knex-texts';
import type { PartPasses } from './part-pass';

/** What is notified of changes in parts, once they are committed. */
export type PartChanges = Pick<CatalogChanges, 'transaction' | 'collectMarketParts'>;

/** What writes parts. */
interface PartWriters {
  passes: PartPasses;
  members: Members;
  categories: Categories;
  prices: Prices;
  texts: Texts;
}

/** What a writer received: products that may have changed in the part, though perhaps not all of them. */
interface Written {
  partId: number;
  products: readonly number[];
}

/**
 * The same writers, which note the parts they changed: their markets' cached responses are dropped (behavior 14.19).
 */
export function notingWriters(writers: PartWriters, changes: PartChanges): PartWriters {
  const { passes, members, categories, prices, texts } = writers;

  async function note(transaction: Transaction, { partId, products }: Written): Promise<void> {
    const names: unknown[] = await transaction(tables.marketParts).where({ id: partId }).pluck('name');
    changes.collectMarketParts(transaction, names.map(String), [{ partId, ids: products }]);
  }

  async function noted<Outcome>(
    { transaction, ...about }: Written & { transaction: Transaction },
    written: Promise<Outcome>,
    isChange: (outcome: Outcome) => boolean,
  ): Promise<Outcome> {
    const outcome = await written;
    if (isChange(outcome)) await note(transaction, about);
    return outcome;
  }

  return {
    passes: {
      ...passes,
      async complete(transaction, pass) {
        const { partId } = pass;
        const [before]: unknown[] = await transaction(tables.marketParts).where({ id: partId }).pluck('complete_since');
        await passes.complete(transaction, pass);
        // From now on the part is read; nothing of it was cached before.
        if (before === null) await note(transaction, { partId, products: [] });
      },
    },
    members: {
      ...members,
      add: (transaction, claim) =>
        noted({ transaction, ...claimed(claim) }, members.add(transaction, claim), ({ created }) => created > 0),
      addSome: (transaction, claim) =>
        noted({ transaction, ...claimed(claim) }, members.addSome(transaction, claim), ({ created }) => created > 0),
      // Dependent rows belong to the same markets.
      remove: (transaction, claim) =>
        noted({ transaction, ...claimed(claim) }, members.remove(transaction, claim), isAny),
    },
    categories: {
      ...categories,
      upsert: (transaction, received) =>
        noted(
          { transaction, partId: received.partId, products: [] },
          categories.upsert(transaction, received),
          isWritten,
        ),
      remove: (transaction, claim) =>
        noted({ transaction, partId: claim.partId, products: [] }, categories.remove(transaction, claim), isAny),
    },
    prices: {
      ...prices,
      upsert: (transaction, received) =>
        noted(
          { transaction, partId: received.partId, products: received.prices.map(({ productId }) => productId) },
          prices.upsert(transaction, received),
          isWritten,
        ),
    },
    texts: {
      ...texts,
      upsert: (transaction, received) =>
        noted({ transaction, ...named(received) }, texts.upsert(transaction, received), isWritten),
    },
  };
}

const claimed = ({ partId, productIds }: VersionClaim): Written => ({ partId, products: productIds });
const named = ({ partId, owner, texts }: ReceivedTexts): Written => ({
  partId,
  products: owner?.kind === 'membership' ? texts.map(({ id }) => id) : [],
});
const isAny = (ids: readonly number[]): boolean => ids.length > 0;
const isWritten = ({ created, updated }: RowOutcome): boolean => created + updated > 0;
