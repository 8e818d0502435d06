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

/** Likewise, with the ids of what the channel did not sell before. */
export interface AddedMembers extends MemberOutcome {
  added: number[];
}

/** The products that a channel sells. */
export interface Members extends PartIds {
  /** Writes what a response says is sold, except where a newer one is stored. */
  add(transaction: Transaction, claim: VersionClaim): Promise<MemberOutcome>;
  /** Does the same, and says which are new. */
  addSome(transaction: Transaction, claim: VersionClaim): Promise<AddedMembers>;
  /**
   * Removes what a response says is not sold, likewise, and the prices and texts of it: they would be old when it is
   * sold again.
   * @returns what was removed
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
