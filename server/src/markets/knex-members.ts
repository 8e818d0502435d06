import type { Knex } from 'knex';
import { type Database, toNumber, type Transaction } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { memberTable, removeDependents } from './knex-dependent-rows';
import { createKnexPartIds, idsAmong, type PartIds } from './knex-part-rows';
import { claimIds, type VersionClaim } from './knex-part-versions';

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
  /**
   * Products from three places, one of each in turn: from `share` of the way between the lowest and the highest id on,
   * from the highest down, and from the lowest up. Reads no others.
   * @param request.share 0 to 1
   * @param request.limit for each place
   */
  sample(request: { partId: number; share: number; limit: number }): Promise<number[]>;
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
      const claimed = await claimIds(transaction, claim);
      const removed = await idsAmong(transaction, memberTable, { partId, ids: claimed });
      if (removed.length === 0) return [];
      await transaction(memberTable.name).where({ part_id: partId }).whereIn('product_id', removed).delete();
      await removeDependents(transaction, 'membership', { ...claim, productIds: removed });
      return removed;
    },

    async sample({ partId, share, limit }) {
      const { name, idColumn: id } = memberTable;
      const rows = () => database(name).where({ part_id: partId });
      const some = async (ordered: Knex.QueryBuilder): Promise<number[]> => {
        const ids: unknown[] = await ordered.limit(limit).pluck(id);
        return ids.map(toNumber);
      };
      const lowest = await some(rows().orderBy(id));
      const highest = await some(rows().orderBy(id, 'desc'));
      const [first = 0, last = 0] = [lowest[0], highest[0]];
      const start = first + Math.floor(share * (last - first));
      const between = await some(rows().where(id, '>=', start).orderBy(id));
      const inTurn = between.flatMap((each, place) => [each, highest[place] ?? each, lowest[place] ?? each]);
      return [...new Set([...inTurn, ...highest, ...lowest])];
    },
  };
}

async function addMembers(transaction: Transaction, claim: VersionClaim): Promise<AddedMembers> {
  const { partId } = claim;
  const claimed = await claimIds(transaction, claim);
  const stored = new Set(await idsAmong(transaction, memberTable, { partId, ids: claimed }));
  const added = claimed.filter((id) => !stored.has(id));
  await insertRows(transaction, memberTable.name, {
    rows: added.map((id) => ({ part_id: partId, product_id: id })),
  });
  const outdated = new Set(claim.productIds).size - claimed.length;
  return { created: added.length, unchanged: stored.size, outdated, added };
}
