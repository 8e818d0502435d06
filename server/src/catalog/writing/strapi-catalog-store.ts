import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { ReadVersions } from './knex-read-versions';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { updateRows } from '../../database/update-rows';
import type { ChangeCollector } from '../changes/catalog-changes';
import type { CatalogItems, CatalogStore, UpsertOutcome, UpsertRequest } from './catalog-store';
import type { EntityKind } from '../model/catalog-types';
import { once } from '../../lib/once';
import { noteCategoryChange } from '../product-index/category-slugs';
import { digestsOf, fingerprintOf } from '../model/fingerprint';
import { dependenciesBetween, type ListDependency } from '../changes/list-dependencies';
import { createLinkFingerprints } from './link-fingerprints';
import { type ProductIndexEntry, productIndexEntryOf } from '../model/product-index-entry';
import { missingLinksOf } from './missing-links';
import { withStoredMoments } from '../tables/moments';
import type { Row } from '../tables/stored-rows';
import { prepareProduct, type ReadyProduct } from '../views/prepare-product';
import { createDocumentId } from './nanoid-document-id';
import { createProductComparison } from './product-comparison';
import { createProductHistory } from './product-history';
import { createProductLinks, linkRowIds, type ProductLinks } from './product-links';
import type { ProductIndex } from '../product-index/product-index';
import { recordKinds } from './record-kinds';
import { holdSlugs } from './slug-locks';
import { settleSlugs } from './slug-store';
import type { StoredProduct } from '../tables/stored-product';
import { lockRows, type StoredRow, storedRows } from '../tables/stored-rows';
import type { CatalogTables } from '../tables/strapi-tables';
import { createWithdrawal } from './withdrawal';

interface Entry {
  id: number;
  slugClaim: string;
  fingerprint: string;
  row: () => Row;
  links: ProductLinks | null;
  /** Null for what is not listed: categories and brands. */
  indexEntry: (() => ProductIndexEntry) | null;
}

/**
 * The catalog in Strapi's own tables, written in bulk. Bulk writes pass by Strapi's document service, so they set
 * what it would set (document id, timestamps, published_at, link tables) and emit no events.
 */
export function createStrapiCatalogStore(options: {
  database: Database;
  catalogTables: CatalogTables;
  readVersions: ReadVersions;
  productIndex: ProductIndex;
  changes: ChangeCollector;
  /** Whether what upstream does not show any more is kept for a while; if not, it is deleted at once. Kept, when absent. */
  keepsWithdrawn?: () => boolean;
  /** Gives others a turn between the steps of a long write; nobody, when absent. */
  yieldIfDue?: () => Promise<void>;
}): CatalogStore {
  const {
    database,
    catalogTables,
    readVersions,
    productIndex: productIndex,
    changes,
    keepsWithdrawn = () => true,
    yieldIfDue = async () => undefined,
  } = options;
  const productLinks = createProductLinks({
    categoryTable: catalogTables.tables.category,
    brandTable: catalogTables.tables.brand,
    categories: catalogTables.productCategories,
    brand: catalogTables.productBrand,
  });
  const history = createProductHistory({ productTable: catalogTables.tables.product });
  const missingLinks = missingLinksOf({ database, catalogTables });

  const refreshFingerprints = createLinkFingerprints({ catalogTables, links: productLinks });
  const withdrawal = createWithdrawal({ catalogTables, productIndex: productIndex, missingLinks, changes });

  async function upsert<Kind extends EntityKind>(
    transaction: Transaction,
    entity: Kind,
    { responses, origin, now }: UpsertRequest<CatalogItems[Kind]>,
  ): Promise<UpsertOutcome[]> {
    const told = responses.map(({ items, readVersion }) => ({ ids: items.map(({ id }) => id), readVersion }));
    const claimed = await readVersions.claim(transaction, { entity, responses: told, seen: { at: now, by: origin } });
    await readVersions.markRemoved(transaction, { entity, ids: claimed.removed, removedAt: null });
    const isClaimed = (id: number, readVersion: number) => claimed.readVersions.get(id) === readVersion;
    const current = responses.flatMap(({ items, readVersion }) => items.filter(({ id }) => isClaimed(id, readVersion)));
    const entries = await entriesOf(transaction, entity, current);
    const stored = await storedRows(transaction, {
      table: catalogTables.tables[entity],
      ids: current.map(({ id }) => id),
    });

    const created = entries.filter((entry) => !stored.has(entry.id));
    const updated = entries.filter((entry) => {
      const row = stored.get(entry.id);
      return row !== undefined && (row.isWithdrawn || row.fingerprint !== entry.fingerprint);
    });
    const returned = updated.filter(({ id }) => stored.get(id)?.isWithdrawn);
    const returnedIds = new Set(returned.map(({ id }) => id));
    // For everybody but editors, what comes back is new.
    const appearing = [...created, ...returned];
    const appearingIds = new Set(appearing.map(({ id }) => id));
    const staying = updated.filter(({ id }) => !returnedIds.has(id));
    const createdIds = new Set(created.map(({ id }) => id));
    const before =
      entity === 'product'
        ? await history.read(
            transaction,
            updated.map(({ id }) => id),
          )
        : null;
    const touched = touchedClaims({ created: appearing, updated: staying, stored });
    await holdSlugs(transaction, { entity, slugs: touched });
    await yieldIfDue();
    await insertEntries(transaction, { entity, entries: created, now });
    const updateOf = (entry: Entry) =>
      withStoredMoments(transaction, { ...entry.row(), ...ownColumns(entry, now), upstream_id: entry.id });
    await updateRows(transaction, catalogTables.tables[entity], { by: 'upstream_id', rows: staying.map(updateOf) });
    await updateRows(transaction, catalogTables.tables[entity], {
      by: 'upstream_id',
      rows: returned.map((entry) => ({ ...updateOf(entry), slug: entry.slugClaim, withdrawn_at: null })),
    });
    await yieldIfDue();
    await replaceLinks(transaction, { created, updated, stored });
    await yieldIfDue();
    const listed = await writeEntries(transaction, { created, updated });
    await yieldIfDue();
    const moved = await settleSlugs(transaction, {
      entity,
      table: catalogTables.tables[entity],
      touched,
      held: new Set(touched),
      created: appearingIds,
    });
    const after = productsAmong(current);
    if (before)
      await history.noteWritten(transaction, { before, after, created: createdIds, moves: moved, origin, now });
    if (entity === 'category' && created.length + updated.length + moved.length > 0)
      await noteCategoryChange(transaction);
    const dependencies = [...listed, ...dependenciesOfUpdates(before, after)];
    changes.collect(transaction, { entity, kind: 'created', ids: [...appearingIds], dependencies });
    changes.collect(transaction, {
      entity,
      kind: 'updated',
      ids: [...staying, ...moved].map(({ id }) => id),
      dependencies,
    });
    if (entity !== 'product') {
      const products = await missingLinks.connect(transaction, { entity, ids: created.map(({ id }) => id) });
      if (products.length > 0)
        await refreshFingerprints(transaction, {
          entity,
          newRowIds: await rowIdsOf(transaction, entity, created),
          productIds: products,
        });
      const related = await missingLinks.relatedTo(transaction, { entity, ids: [...returnedIds] });
      changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [...products, ...related] });
    }

    const kinds = new Map<number, UpsertOutcome['kind']>([
      ...appearing.map(({ id }) => [id, 'created'] as const),
      ...staying.map(({ id }) => [id, 'updated'] as const),
    ]);
    return responses.flatMap(({ items, readVersion }) =>
      items.map(({ id }) => ({ id, kind: isClaimed(id, readVersion) ? (kinds.get(id) ?? 'unchanged') : 'outdated' })),
    );
  }

  async function rowIdsOf(
    transaction: Transaction,
    entity: EntityKind,
    entries: readonly Entry[],
  ): Promise<Set<number>> {
    const rows = await storedRows(transaction, {
      table: catalogTables.tables[entity],
      ids: entries.map(({ id }) => id),
    });
    return new Set([...rows.values()].map(({ rowId }) => rowId));
  }

  async function entriesOf<Kind extends EntityKind>(
    transaction: Transaction,
    entity: Kind,
    items: readonly CatalogItems[Kind][],
  ): Promise<Entry[]> {
    const links = await productLinks.resolveAndHold(transaction, productsAmong(items));
    return items.map((item) => {
      const own = links.get(item.id) ?? null;
      const ready = isProduct(item) ? item.prepared : undefined;
      const fingerprint = fingerprintOf(ready?.digests ?? digestsOf(item), linkRowIds(own));
      const entry = { id: item.id, slugClaim: item.slugClaim, fingerprint, links: own };
      if (!isProduct(item)) return { ...entry, row: () => recordKinds[entity].row(item), indexEntry: null };
      const prepared = once(() => ready ?? prepareProduct(item));
      return {
        ...entry,
        row: () => prepared().row,
        indexEntry: () => productIndexEntryOf(item, prepared(), fingerprint),
      };
    });
  }

  async function writeEntries(
    transaction: Transaction,
    { created, updated }: { created: readonly Entry[]; updated: readonly Entry[] },
  ): Promise<ListDependency[]> {
    const written = [...created, ...updated].flatMap(({ indexEntry }) => (indexEntry ? [indexEntry()] : []));
    if (written.length === 0) return [];
    return productIndex.write(transaction, { entries: written });
  }

  async function insertEntries(
    transaction: Transaction,
    { entity, entries, now }: { entity: EntityKind; entries: readonly Entry[]; now: Date },
  ): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => ({
      ...entry.row(),
      ...ownColumns(entry, now),
      slug: entry.slugClaim,
      upstream_id: entry.id,
      document_id: createDocumentId(),
      created_at: now,
      published_at: now,
    }));
    await insertRows(
      transaction,
      catalogTables.tables[entity],
      rows.map((row) => withStoredMoments(transaction, row)),
    );
  }

  async function replaceLinks(
    transaction: Transaction,
    {
      created,
      updated,
      stored,
    }: { created: readonly Entry[]; updated: readonly Entry[]; stored: ReadonlyMap<number, StoredRow> },
  ): Promise<void> {
    const linked = [...created, ...updated].flatMap((entry) =>
      entry.links ? [{ id: entry.id, links: entry.links }] : [],
    );
    if (linked.length === 0) return;
    const fresh = await storedRows(transaction, {
      table: catalogTables.tables.product,
      ids: created.map(({ id }) => id),
    });

    const byRowId = new Map<number, ProductLinks>();
    for (const { id, links } of linked) {
      const row = stored.get(id) ?? fresh.get(id);
      if (row) byRowId.set(row.rowId, links);
    }
    // Whoever creates a record that these products wait for relates them to it: before this, or not at all.
    await missingLinks.forget(
      transaction,
      updated.map(({ id }) => id),
    );
    await productLinks.remove(
      transaction,
      updated.flatMap(({ id }) => stored.get(id)?.rowId ?? []),
    );
    await productLinks.add(transaction, byRowId);
    await missingLinks.note(transaction, {
      productIds: linked.map(({ id }) => id),
      missing: linked.flatMap(({ links }) => links.missing),
    });
  }

  return {
    transaction: changes.transaction,
    upsert,
    findDiffering: createProductComparison({ productTable: catalogTables.tables.product, links: productLinks }),

    async remove(transaction, { entity, ids, readVersion, origin, now }) {
      const claimed = await readVersions.claim(transaction, {
        entity,
        responses: [{ ids, readVersion }],
        seen: { at: now, by: origin },
      });
      const claimedIds = [...claimed.readVersions.keys()];
      await lockRows(transaction, { table: catalogTables.tables[entity], ids: claimedIds });
      const found = await storedRows(transaction, { table: catalogTables.tables[entity], ids: claimedIds });
      const stored = new Map([...found].filter(([, row]) => !row.isWithdrawn));
      const removed = [...stored.keys()];
      await readVersions.markRemoved(transaction, { entity, ids: claimedIds, removedAt: now });
      if (removed.length === 0) return [];
      const isKept = keepsWithdrawn();
      const touched = [...stored.values()].flatMap((row) => [row.slugClaim, row.slug]);
      await holdSlugs(transaction, { entity, slugs: touched });
      if (entity === 'category') await noteCategoryChange(transaction);
      await (isKept ? withdrawal.withdraw : withdrawal.delete)(transaction, { entity, ids: removed, now });
      const moved = await settleSlugs(transaction, {
        entity,
        table: catalogTables.tables[entity],
        touched,
        held: new Set(touched),
        created: new Set(),
      });
      if (entity === 'product') {
        const titles = new Map([...stored].map(([id, { title }]) => [id, title]));
        await (isKept ? history.noteWithdrawn : history.noteRemoved)(transaction, titles, { origin, now });
        await history.noteWritten(transaction, {
          before: new Map(),
          after: [],
          created: new Set(),
          moves: moved,
          origin,
          now,
        });
      }
      const documentIds = new Map([...stored].map(([id, row]) => [id, row.documentId]));
      changes.collect(transaction, { entity, kind: 'removed', ids: removed, documentIds, dependencies: ['presence'] });
      // Which lists show a product, and where, does not depend on its slug.
      changes.collect(transaction, { entity, kind: 'updated', ids: moved.map(({ id }) => id), dependencies: [] });
      return removed;
    },

    async count(entity, transaction) {
      const [row] = await (transaction ?? database)(catalogTables.tables[entity]).count({ count: '*' });
      return toNumber(row?.count);
    },

    async unseen({ entity, runId, firstReadVersion }) {
      const table = catalogTables.tables[entity];
      const ids = await database(table)
        .leftJoin(tables.runSeen, (join) => {
          join.on(`${tables.runSeen}.upstream_id`, `${table}.upstream_id`);
          join.andOnVal(`${tables.runSeen}.run_id`, runId).andOnVal(`${tables.runSeen}.entity`, entity);
        })
        .leftJoin(tables.readVersions, (join) => {
          join.on(`${tables.readVersions}.upstream_id`, `${table}.upstream_id`);
          join.andOnVal(`${tables.readVersions}.entity`, entity);
        })
        .whereNull(`${tables.runSeen}.upstream_id`)
        .whereNull(`${table}.withdrawn_at`)
        .where((row) => {
          row
            .where(`${tables.readVersions}.observation`, '<', firstReadVersion)
            .orWhereNull(`${tables.readVersions}.observation`);
        })
        .orderBy(`${table}.upstream_id`)
        .pluck(`${table}.upstream_id`);
      return ids.map(toNumber);
    },
  };
}

function isProduct(item: CatalogItems[EntityKind]): item is ReadyProduct {
  return 'categoryIds' in item;
}

function productsAmong(items: readonly CatalogItems[EntityKind][]): ReadyProduct[] {
  return items.flatMap((item) => ('categoryIds' in item ? [item] : []));
}

function dependenciesOfUpdates(
  before: ReadonlyMap<number, StoredProduct> | null,
  after: readonly ReadyProduct[],
): ListDependency[] {
  return after.flatMap((product) => {
    const was = before?.get(product.id);
    return was ? dependenciesBetween(was, product) : [];
  });
}

function ownColumns(entry: Entry, now: Date): Row {
  return { slug_claim: entry.slugClaim, fingerprint: entry.fingerprint, synced_at: now, updated_at: now };
}

function touchedClaims(change: {
  created: readonly Entry[];
  updated: readonly Entry[];
  stored: ReadonlyMap<number, StoredRow>;
}): string[] {
  const moved = change.updated.flatMap((entry) => {
    const before = change.stored.get(entry.id)?.slugClaim;
    return before === undefined || before === entry.slugClaim ? [] : [before, entry.slugClaim];
  });
  return [...change.created.map((entry) => entry.slugClaim), ...moved];
}
