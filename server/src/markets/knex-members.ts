import type { Database, Transaction } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { memberTable, removeDependents } from './knex-dependent-rows';
import { createKnexPartIds, idsAmong, type PartIds } from './knex-part-rows';
import { claimProducts, type VersionClaim } from './knex-part-versions';

/** How many products of a response were written. */
export interface MemberOutcome {
  created: number;
  unchanged: number;
  outdated: number;
}

/** The same, with the ids of products that the channel did not sell before. */
export interface AddedMembers extends MemberOutcome {
  added: number[];
}

/** The products that a channel sells. */
export interface Members extends PartIds {
  /** Adds the products that a response lists as sold, except where a newer response is stored. */
  add(transaction: Transaction, claim: VersionClaim): Promise<MemberOutcome>;
  /** Does the same, and returns which products are new. */
  addSome(transaction: Transaction, claim: VersionClaim): Promise<AddedMembers>;
  /**
   * Removes the products that a response shows are not sold, except where a newer response is stored, with their prices
   * and texts: these would be outdated if the product were sold again.
   * @returns the ids of removed products
   */
  remove(transaction: Transaction, claim: VersionClaim): Promise<number[]>;
}

export function createKnexMembers(database: Database): Members {
  return {
    ...createKnexPartIds(database, memberTable),

    async add(transaction, claim) {
      const { created, unchanged, outdated } = await addMembers(transaction, claim);
      return { created, unchanged, outdated };
    },

    addSome: addMembers,

    async remove(transaction, claim) {
      const { partId } = claim;
      const claimed = await claimProducts(transaction, claim);
      const removed = await idsAmong(transaction, memberTable, { partId, ids: claimed });
      if (removed.length === 0) return [];
      await transaction(memberTable.name).where({ part_id: partId }).whereIn('product_id', removed).delete();
      await removeDependents(transaction, 'membership', { ...claim, productIds: removed });
      return removed;
    },
  };
}

async function addMembers(transaction: Transaction, claim: VersionClaim): Promise<AddedMembers> {
  const { partId } = claim;
  const claimed = await claimProducts(transaction, claim);
  const stored = new Set(await idsAmong(transaction, memberTable, { partId, ids: claimed }));
  const added = claimed.filter((id) => !stored.has(id));
  await insertRows(transaction, memberTable.name, {
    rows: added.map((id) => ({ part_id: partId, product_id: id })),
  });
  const outdated = new Set(claim.productIds).size - claimed.length;
  return { created: added.length, unchanged: stored.size, outdated, added };
}
