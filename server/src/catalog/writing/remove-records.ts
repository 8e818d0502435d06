import { noteCategoryChange } from '../product-index/category-slugs';
import type { ChangeCollector } from '../changes/catalog-changes';
import { lockRows, storedRows } from '../tables/stored-rows';
import type { CatalogTables } from '../tables/strapi-tables';
import type { CatalogStore } from './catalog-store';
import type { ReadVersions } from './knex-read-versions';
import type { ProductHistory } from './product-history';
import { lockSlugs } from './slug-locks';
import { settleSlugs } from './slug-store';
import type { Withdrawal } from './withdrawal';

export interface RemoveOptions {
  catalogTables: CatalogTables;
  readVersions: ReadVersions;
  changes: ChangeCollector;
  withdrawal: Withdrawal;
  history: ProductHistory;
  keepsWithdrawn: () => boolean;
}

/** Withdraws or deletes records that upstream no longer returns, unless a newer response includes them. */
export function createRemove(options: RemoveOptions): CatalogStore['remove'] {
  const { readVersions, changes, withdrawal, history, keepsWithdrawn } = options;

  return async (transaction, { entity, ids, readVersion, origin, now }) => {
    const table = options.catalogTables.tables[entity];
    const responses = [{ ids, readVersion }];
    const claimed = await readVersions.claim(transaction, { entity, responses, seen: { at: now, by: origin } });
    const claimedIds = [...claimed.readVersions.keys()];
    await lockRows(transaction, { table, ids: claimedIds });
    const found = await storedRows(transaction, { table, ids: claimedIds });
    const stored = new Map([...found].filter(([, row]) => !row.isWithdrawn));
    const removed = [...stored.keys()];
    await readVersions.markRemoved(transaction, { entity, ids: claimedIds, removedAt: now });
    if (removed.length === 0) return [];

    const isKept = keepsWithdrawn();
    const touched = [...stored.values()].flatMap((row) => [row.slugClaim, row.slug]);
    await lockSlugs(transaction, { entity, slugs: touched });
    if (entity === 'category') await noteCategoryChange(transaction);
    await (isKept ? withdrawal.withdraw : withdrawal.delete)(transaction, { entity, ids: removed, now });
    const created = new Set<number>();
    const moves = await settleSlugs(transaction, { entity, table, touched, held: new Set(touched), created, now });
    if (entity === 'product') {
      const titles = new Map([...stored].map(([id, { title }]) => [id, title]));
      await (isKept ? history.noteWithdrawn : history.noteRemoved)(transaction, titles, { origin, now });
      await history.noteWritten(transaction, { before: new Map(), after: [], created, moves, origin, now });
    }

    const documentIds = new Map([...stored].map(([id, row]) => [id, row.documentId]));
    changes.collect(transaction, { entity, kind: 'removed', ids: removed, documentIds, dependencies: ['presence'] });
    // Which lists show a product, and where, does not depend on its slug.
    changes.collect(transaction, { entity, kind: 'updated', ids: moves.map(({ id }) => id), dependencies: [] });
    return removed;
  };
}
