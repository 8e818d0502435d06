import { createId } from '@paralleldrive/cuid2';
import type { Database, Transaction } from '../database/database';
import { toNumber } from '../database/database';
import type { Observations } from '../database/knex-observations';
import { tables } from '../database/tables';
import type { CatalogChanges } from './catalog-changes';
import type { CatalogItems, CatalogStore, UpsertOutcome, UpsertRequest } from './catalog-store';
import type { CatalogProduct, EntityKind } from './catalog-types';
import { fingerprintOf } from './fingerprint';
import { createMissingLinks } from './missing-links';
import { createProductComparison } from './product-comparison';
import { createProductLinks, linkRowIds, type ProductLinks } from './product-links';
import { recordKinds, type Row } from './record-kinds';
import { settleSlugs } from './slug-store';
import type { CatalogTables } from './strapi-tables';

interface StoredRow {
  rowId: number;
  fingerprint: string;
  slug: string;
  slugClaim: string;
}

interface Entry {
  id: number;
  slugClaim: string;
  fingerprint: string;
  row: () => Row;
  links: ProductLinks | null;
}

/**
 * The catalog in Strapi's own tables, written in bulk. Bulk writes pass by Strapi's document service, so they set
 * what it would set (document id, timestamps, published_at, link tables) and emit no events.
 */
export function createStrapiCatalogStore(options: {
  database: Database;
  catalogTables: CatalogTables;
  observations: Observations;
  changes: Pick<CatalogChanges, 'collect'>;
}): CatalogStore {
  const { database, catalogTables, observations, changes } = options;
  const productLinks = createProductLinks({
    categoryTable: catalogTables.tables.category,
    brandTable: catalogTables.tables.brand,
    categories: catalogTables.productCategories,
    brand: catalogTables.productBrand,
  });
  const missingLinks = createMissingLinks({
    database,
    linked: { ...catalogTables.tables, categories: catalogTables.productCategories, brandOf: catalogTables.productBrand },
  });

  async function upsert<Kind extends EntityKind>(
    transaction: Transaction,
    entity: Kind,
    { items, observation, now }: UpsertRequest<CatalogItems[Kind]>,
  ): Promise<UpsertOutcome[]> {
    const ids = items.map((item) => item.id);
    const { ids: claimed, removed } = await observations.claim(transaction, { entity, ids, observation });
    await observations.markRemoved(transaction, { entity, ids: removed, removedAt: null });
    const current = items.filter((item) => claimed.has(item.id));
    const entries = await entriesOf(transaction, entity, current);
    const stored = await storedRows(transaction, { table: catalogTables.tables[entity], ids });

    const created = entries.filter((entry) => !stored.has(entry.id));
    const updated = entries.filter((entry) => {
      const row = stored.get(entry.id);
      return row !== undefined && row.fingerprint !== entry.fingerprint;
    });
    await insertRows(transaction, { entity, entries: created, now });
    for (const entry of updated) {
      const row = { ...entry.row(), ...ownColumns(entry, now) };
      await transaction(catalogTables.tables[entity]).where({ upstream_id: entry.id }).update(row);
    }
    await replaceLinks(transaction, { created, updated, stored });
    const moved = await settleSlugs(transaction, {
      entity,
      table: catalogTables.tables[entity],
      touched: touchedClaims({ created, updated, stored }),
      created: new Set(created.map(({ id }) => id)),
    });
    changes.collect(transaction, { entity, ids: [...[...created, ...updated].map(({ id }) => id), ...moved] });
    if (entity !== 'product') {
      const products = await missingLinks.connect(transaction, { entity, ids: created.map(({ id }) => id) });
      changes.collect(transaction, { entity: 'product', ids: products });
    }

    const kinds = new Map<number, UpsertOutcome['kind']>([
      ...created.map(({ id }) => [id, 'created'] as const),
      ...updated.map(({ id }) => [id, 'updated'] as const),
    ]);
    return items.map(({ id }) => ({ id, kind: claimed.has(id) ? (kinds.get(id) ?? 'unchanged') : 'outdated' }));
  }

  async function entriesOf<Kind extends EntityKind>(
    transaction: Transaction,
    entity: Kind,
    items: readonly CatalogItems[Kind][],
  ): Promise<Entry[]> {
    const products: CatalogProduct[] = [];
    for (const item of items) if (isProduct(item)) products.push(item);
    const links = await productLinks.resolve(transaction, products);
    return items.map((item) => {
      const own = links.get(item.id) ?? null;
      return {
        id: item.id,
        slugClaim: item.slugClaim,
        fingerprint: fingerprintOf(item, linkRowIds(own)),
        row: () => recordKinds[entity].row(item),
        links: own,
      };
    });
  }

  async function insertRows(
    transaction: Transaction,
    { entity, entries, now }: { entity: EntityKind; entries: readonly Entry[]; now: Date },
  ): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => ({
      ...entry.row(),
      ...ownColumns(entry, now),
      slug: entry.slugClaim,
      upstream_id: entry.id,
      document_id: createId(),
      created_at: now,
      published_at: now,
    }));
    await transaction(catalogTables.tables[entity]).insert(rows);
  }

  async function replaceLinks(
    transaction: Transaction,
    { created, updated, stored }: { created: readonly Entry[]; updated: readonly Entry[]; stored: ReadonlyMap<number, StoredRow> },
  ): Promise<void> {
    const linked = [...created, ...updated].flatMap((entry) => (entry.links ? [{ id: entry.id, links: entry.links }] : []));
    if (linked.length === 0) return;
    const fresh = await storedRows(transaction, { table: catalogTables.tables.product, ids: created.map(({ id }) => id) });

    const byRowId = new Map<number, ProductLinks>();
    for (const { id, links } of linked) {
      const row = stored.get(id) ?? fresh.get(id);
      if (row) byRowId.set(row.rowId, links);
    }
    await productLinks.remove(transaction, updated.flatMap(({ id }) => stored.get(id)?.rowId ?? []));
    await productLinks.add(transaction, byRowId);
    await missingLinks.note(transaction, { productIds: updated.map(({ id }) => id), missing: linked.flatMap(({ links }) => links.missing) });
  }

  return {
    transaction: (work) => database.transaction(work),
    upsert,
    findDiffering: createProductComparison({ productTable: catalogTables.tables.product, links: productLinks }),

    async remove(transaction, { entity, ids, observation, now }) {
      const { ids: claimed } = await observations.claim(transaction, { entity, ids, observation });
      const stored = await storedRows(transaction, { table: catalogTables.tables[entity], ids: [...claimed] });
      const removed = [...stored.keys()];
      await observations.markRemoved(transaction, { entity, ids: [...claimed], removedAt: now });
      if (removed.length === 0) return [];
      if (entity === 'product') await missingLinks.forget(transaction, removed);
      else changes.collect(transaction, { entity: 'product', ids: await missingLinks.disconnect(transaction, { entity, ids: removed }) });
      await transaction(catalogTables.tables[entity]).whereIn('upstream_id', removed).delete();
      await transaction(tables.redirects).where({ entity }).whereIn('upstream_id', removed).delete();
      const moved = await settleSlugs(transaction, {
        entity,
        table: catalogTables.tables[entity],
        touched: [...stored.values()].map((row) => row.slugClaim),
        created: new Set(),
      });
      changes.collect(transaction, { entity, ids: [...removed, ...moved] });
      return removed;
    },

    async count(entity) {
      const [row] = await database(catalogTables.tables[entity]).count({ count: '*' });
      return toNumber(row?.count);
    },

    async unseen({ entity, runId, firstObservation }) {
      const table = catalogTables.tables[entity];
      const ids = await database(table)
        .leftJoin(tables.runSeen, (join) => {
          join.on(`${tables.runSeen}.upstream_id`, `${table}.upstream_id`);
          join.andOnVal(`${tables.runSeen}.run_id`, runId).andOnVal(`${tables.runSeen}.entity`, entity);
        })
        .leftJoin(tables.observations, (join) => {
          join.on(`${tables.observations}.upstream_id`, `${table}.upstream_id`);
          join.andOnVal(`${tables.observations}.entity`, entity);
        })
        .whereNull(`${tables.runSeen}.upstream_id`)
        .where((row) => {
          row.where(`${tables.observations}.observation`, '<', firstObservation).orWhereNull(`${tables.observations}.observation`);
        })
        .orderBy(`${table}.upstream_id`)
        .pluck(`${table}.upstream_id`);
      return ids.map(toNumber);
    },
  };
}

function isProduct(item: CatalogItems[EntityKind]): item is CatalogProduct {
  return 'categoryIds' in item;
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

async function storedRows(
  transaction: Transaction,
  { table, ids }: { table: string; ids: readonly number[] },
): Promise<Map<number, StoredRow>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction(table)
    .whereIn('upstream_id', [...ids])
    .select('id', 'upstream_id', 'fingerprint', 'slug', 'slug_claim');
  return new Map(
    rows.map((row) => [
      toNumber(row.upstream_id),
      { rowId: toNumber(row.id), fingerprint: String(row.fingerprint), slug: String(row.slug), slugClaim: String(row.slug_claim) },
    ]),
  );
}
