import { greatestOfStoredAndOffered, toNumber, type Transaction } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';

/** An upstream response about some of a part's products, categories, or brands. */
export interface VersionClaim {
  partId: number;
  /** Ids of whatever the part contains. */
  productIds: readonly number[];
  /** Drawn before its request was sent. */
  readVersion: number;
}

/**
 * Claims ids for a response. The rows stay locked until the transaction ends, so that of two writers of one id the
 * later one sees what the earlier one stored.
 * @returns the ids without a newer response; only they may be written or removed
 */
export async function claimIds(transaction: Transaction, claim: VersionClaim): Promise<number[]> {
  const { partId, readVersion } = claim;
  // Always in the same order, to avoid deadlocks.
  const ids = [...new Set(claim.productIds)].sort((a, b) => a - b);
  if (ids.length === 0) return [];
  await insertRows(transaction, tables.marketVersions, {
    rows: ids.map((id) => ({ part_id: partId, product_id: id, read_version: readVersion })),
    conflict: {
      columns: ['part_id', 'product_id'],
      merge: { read_version: greatestOfStoredAndOffered(transaction, tables.marketVersions, 'read_version') },
    },
  });
  const claimed: unknown[] = await transaction(tables.marketVersions)
    .where({ part_id: partId, read_version: readVersion })
    .whereIn('product_id', ids)
    .orderBy('product_id')
    .pluck('product_id');
  return claimed.map(toNumber);
}
