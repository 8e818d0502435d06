import { type Database, toNumber, type Transaction } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { claimProducts, type VersionClaim } from './knex-part-versions';

/** How many products of a response were written. */
export interface MemberOutcome {
  created: number;
  unchanged: number;
  outdated: number;
}

/** The products that a channel sells. */
export interface Members {
  /** Writes what a response says is sold, except where a newer one is stored. */
  add(transaction: Transaction, claim: VersionClaim): Promise<MemberOutcome>;
  /**
   * Removes what a response says is not sold, likewise, and the prices of it: they would be old when it is sold again.
   * @returns what was removed
   */
  remove(transaction: Transaction, claim: VersionClaim): Promise<number[]>;
  /** Members, ascending, that no response since this read version has shown. */
  unseen(request: { partId: number; since: number; after: number; limit: number }): Promise<number[]>;
  count(partId: number): Promise<number>;
  /** Some members that a response since this read version has shown. */
  seen(request: { partId: number; since: number; limit: number }): Promise<number[]>;
}

export function createKnexMembers(database: Database): Members {
  const { marketMembers: members, marketVersions: versions } = tables;

  const withVersions = (partId: number) =>
    database(members)
      .leftJoin(versions, (join) => {
        join.on(`${versions}.part_id`, `${members}.part_id`).andOn(`${versions}.product_id`, `${members}.product_id`);
      })
      .where(`${members}.part_id`, partId)
      .orderBy(`${members}.product_id`);

  return {
    async add(transaction, claim) {
      const { partId } = claim;
      const claimed = await claimProducts(transaction, claim);
      const stored = new Set(await membersAmong(transaction, { partId, productIds: claimed }));
      const created = claimed.filter((id) => !stored.has(id));
      await insertRows(transaction, members, { rows: created.map((id) => ({ part_id: partId, product_id: id })) });
      const outdated = new Set(claim.productIds).size - claimed.length;
      return { created: created.length, unchanged: stored.size, outdated };
    },

    async remove(transaction, claim) {
      const { partId } = claim;
      const claimed = await claimProducts(transaction, claim);
      const removed = await membersAmong(transaction, { partId, productIds: claimed });
      if (removed.length === 0) return [];
      await transaction(members).where({ part_id: partId }).whereIn('product_id', removed).delete();
      await removePrices(transaction, { ...claim, productIds: removed });
      return removed;
    },

    async unseen({ partId, since, after, limit }) {
      const ids: unknown[] = await withVersions(partId)
        .where(`${members}.product_id`, '>', after)
        .where((row) => void row.where(`${versions}.read_version`, '<', since).orWhereNull(`${versions}.read_version`))
        .limit(limit)
        .pluck(`${members}.product_id`);
      return ids.map(toNumber);
    },

    async seen({ partId, since, limit }) {
      const ids: unknown[] = await withVersions(partId)
        .where(`${versions}.read_version`, '>=', since)
        .limit(limit)
        .pluck(`${members}.product_id`);
      return ids.map(toNumber);
    },

    async count(partId) {
      const [row] = await database(members).where({ part_id: partId }).count({ count: '*' });
      return toNumber(row?.count);
    },
  };
}

/** Those of these products that the channel sells. */
export async function membersAmong(
  transaction: Transaction,
  { partId, productIds }: { partId: number; productIds: readonly number[] },
): Promise<number[]> {
  if (productIds.length === 0) return [];
  const ids: unknown[] = await transaction(tables.marketMembers)
    .where({ part_id: partId })
    .whereIn('product_id', [...productIds])
    .pluck('product_id');
  return ids.map(toNumber);
}

/** Those of every currency and group of the channel, whatever their version; a slow, older price does not come back. */
async function removePrices(transaction: Transaction, { partId, ...claim }: VersionClaim): Promise<void> {
  const channel = transaction(tables.marketParts).where({ id: partId }).select('channel_id');
  const priced: unknown[] = await transaction(tables.marketParts)
    .where({ kind: 'prices' })
    .where('channel_id', channel)
    .orderBy('id')
    .pluck('id');
  for (const id of priced.map(toNumber)) {
    await claimProducts(transaction, { ...claim, partId: id });
    await transaction(tables.marketPrices)
      .where({ part_id: id })
      .whereIn('product_id', [...claim.productIds])
      .delete();
  }
}
