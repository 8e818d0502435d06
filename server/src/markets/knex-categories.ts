import type { CatalogCategory } from '../catalog/model';
import { type Database, toBoolean, toNumber, type Transaction } from '../database/database';
import { categoryTable, removeDependents } from './knex-dependent-rows';
import { createKnexPartIds, idsAmong, type PartIds, type RowOutcome, writeRows } from './knex-part-rows';
import { claimIds, type VersionClaim } from './knex-part-versions';
import { leaveRedirects } from './part-redirects';

/** Categories that one response returned. */
export interface ReceivedCategories {
  partId: number;
  categories: readonly CatalogCategory[];
  readVersion: number;
}

/** The categories of a channel's own tree. */
export interface Categories extends PartIds {
  /** Writes what differs from what is stored, except where a newer response is stored. */
  upsert(transaction: Transaction, received: ReceivedCategories): Promise<RowOutcome & { outdated: number }>;
  /**
   * Removes the categories of the claim and their texts, except where a newer response is stored.
   * @returns the ids of removed categories
   */
  remove(transaction: Transaction, claim: VersionClaim): Promise<number[]>;
  /** The whole tree, hidden categories included, in order of their ids. */
  read(partId: number): Promise<CatalogCategory[]>;
}

export function createKnexCategories(database: Database): Categories {
  return {
    ...createKnexPartIds(database, categoryTable),

    async upsert(transaction, { partId, categories, readVersion }) {
      const productIds = categories.map(({ id }) => id);
      const claimed = new Set(await claimIds(transaction, { partId, productIds, readVersion }));
      const current = categories.filter(({ id }) => claimed.has(id));
      const outcome = await writeRows(transaction, categoryTable, {
        partId,
        rows: current.map(categoryRowOf),
        beforeUpdate: (ids) =>
          leaveRedirects(transaction, categoryTable, { partId, ids, received: current, readVersion }),
      });
      return { ...outcome, outdated: categories.length - current.length };
    },

    async remove(transaction, claim) {
      const { partId } = claim;
      const claimed = await claimIds(transaction, claim);
      const removed = await idsAmong(transaction, categoryTable, { partId, ids: claimed });
      if (removed.length === 0) return [];
      await transaction(categoryTable.name).where({ part_id: partId }).whereIn('category_id', removed).delete();
      await removeDependents(transaction, 'categories', { ...claim, productIds: removed });
      return removed;
    },

    async read(partId) {
      const rows = await database(categoryTable.name).where({ part_id: partId }).orderBy('category_id').select();
      return rows.map((row) => ({
        id: toNumber(row.category_id),
        title: String(row.title),
        slugClaim: String(row.slug),
        content: String(row.content),
        parentId: row.parent_id === null ? null : toNumber(row.parent_id),
        isVisible: toBoolean(row.is_visible),
        sortOrder: toNumber(row.sort_order),
        imageUrl: String(row.image_url),
        path: String(row.path),
      }));
    },
  };
}

/** The row of a category, to be written or compared. */
export function categoryRowOf({ id, ...category }: CatalogCategory) {
  const columns = {
    parent_id: category.parentId,
    title: category.title,
    slug: category.slugClaim,
    path: category.path,
    content: category.content,
    image_url: category.imageUrl,
    sort_order: category.sortOrder,
    is_visible: category.isVisible,
  };
  return { id, columns };
}
