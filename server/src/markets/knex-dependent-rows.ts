import { toNumber, type Transaction } from '../database/database';
import { tables } from '../database/tables';
import { type PartTable } from './knex-part-rows';
import { claimIds, type VersionClaim } from './knex-part-versions';
import type { MarketPart } from './market-parts';

export const memberTable: PartTable = { name: tables.marketMembers, idColumn: 'product_id' };
export const priceTable: PartTable = { name: tables.marketPrices, idColumn: 'product_id' };
export const categoryTable: PartTable = { name: tables.marketCategories, idColumn: 'category_id' };
export const textTable: PartTable = { name: tables.marketTexts, idColumn: 'entity_id' };
export const searchTable: PartTable = { name: tables.marketSearchTexts, idColumn: 'product_id' };

/** The rows of a channel's other parts about what it has. */
interface Dependent {
  kind: MarketPart['kind'];
  tables: readonly PartTable[];
}

const dependentOn: Record<'membership' | 'categories', readonly Dependent[]> = {
  membership: [
    { kind: 'prices', tables: [priceTable] },
    { kind: 'texts', tables: [textTable, searchTable] },
  ],
  categories: [{ kind: 'category texts', tables: [textTable] }],
};

/**
 * Removes the rows of the channel's other parts about products or categories that it no longer has, in every currency,
 * group, and locale, and regardless of their version. A slow, older response does not bring them back.
 */
export async function removeDependents(
  transaction: Transaction,
  of: keyof typeof dependentOn,
  { partId, ...claim }: VersionClaim,
): Promise<void> {
  const channel = transaction(tables.marketParts).where({ id: partId }).select('channel_id');
  for (const { kind, tables: dependent } of dependentOn[of]) {
    const parts: unknown[] = await transaction(tables.marketParts)
      .where({ kind })
      .where('channel_id', channel)
      .orderBy('id')
      .pluck('id');
    for (const id of parts.map(toNumber)) {
      await claimIds(transaction, { ...claim, partId: id });
      for (const { name, idColumn } of dependent) {
        await transaction(name)
          .where({ part_id: id })
          .whereIn(idColumn, [...claim.productIds])
          .delete();
      }
    }
  }
}
