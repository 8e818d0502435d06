import type { CatalogChanges } from '../catalog/changes';
import type { Database, Transaction } from '../database/database';
import { tables } from '../database/tables';
import { transact } from '../database/transact';
import type { Categories } from './knex-categories';
import type { Members } from './knex-members';
import type { RowOutcome } from './knex-part-rows';
import type { Prices } from './knex-prices';
import type { Texts } from './knex-texts';
import type { PartPasses } from './part-pass';

/** What is notified of changes in parts, once they are committed. */
export type PartChanges = Pick<CatalogChanges, 'transaction' | 'collectMarketParts'>;

/** Nobody is. */
export function untoldChanges(database: Database): PartChanges {
  return { transaction: (work) => transact(database, work), collectMarketParts: () => undefined };
}

/** What writes parts. */
interface PartWriters {
  passes: PartPasses;
  members: Members;
  categories: Categories;
  prices: Prices;
  texts: Texts;
}

/** The same, which say which parts they changed (behavior 14.19): whatever is cached of a market goes when one of its parts changes. */
export function notingWriters(writers: PartWriters, changes: PartChanges): PartWriters {
  const { passes, members, categories, prices, texts } = writers;

  async function note(transaction: Transaction, partId: number): Promise<void> {
    const names: unknown[] = await transaction(tables.marketParts).where({ id: partId }).pluck('name');
    changes.collectMarketParts(transaction, names.map(String));
  }

  async function noted<Outcome>(
    { transaction, partId }: { transaction: Transaction; partId: number },
    written: Promise<Outcome>,
    isChange: (outcome: Outcome) => boolean,
  ): Promise<Outcome> {
    const outcome = await written;
    if (isChange(outcome)) await note(transaction, partId);
    return outcome;
  }

  return {
    passes: {
      ...passes,
      async complete(transaction, pass) {
        const { partId } = pass;
        const [before]: unknown[] = await transaction(tables.marketParts).where({ id: partId }).pluck('complete_since');
        await passes.complete(transaction, pass);
        // From now on it is read.
        if (before === null) await note(transaction, partId);
      },
    },
    members: {
      ...members,
      add: (transaction, claim) =>
        noted({ transaction, partId: claim.partId }, members.add(transaction, claim), ({ created }) => created > 0),
      addSome: (transaction, claim) =>
        noted({ transaction, partId: claim.partId }, members.addSome(transaction, claim), ({ created }) => created > 0),
      // What depends on them is of the same markets.
      remove: (transaction, claim) =>
        noted({ transaction, partId: claim.partId }, members.remove(transaction, claim), isAny),
    },
    categories: {
      ...categories,
      upsert: (transaction, received) =>
        noted({ transaction, partId: received.partId }, categories.upsert(transaction, received), isWritten),
      remove: (transaction, claim) =>
        noted({ transaction, partId: claim.partId }, categories.remove(transaction, claim), isAny),
    },
    prices: {
      ...prices,
      upsert: (transaction, received) =>
        noted({ transaction, partId: received.partId }, prices.upsert(transaction, received), isWritten),
    },
    texts: {
      ...texts,
      upsert: (transaction, received) =>
        noted({ transaction, partId: received.partId }, texts.upsert(transaction, received), isWritten),
    },
  };
}

const isAny = (ids: readonly number[]): boolean => ids.length > 0;
const isWritten = ({ created, updated }: RowOutcome): boolean => created + updated > 0;
