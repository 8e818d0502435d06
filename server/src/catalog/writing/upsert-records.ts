import type { Transaction } from '../../database/database';
import type { ChangeCollector } from '../changes/catalog-changes';
import { dependenciesBetween, listDependencies, type ListDependency } from '../changes/list-dependencies';
import type { CatalogProduct, EntityKind } from '../model/catalog-types';
import type { ProductMarks } from '../extras/pending-products';
import { noteCategoryChange } from '../product-index/category-slugs';
import type { ProductIndex } from '../product-index/product-index';
import type { StoredProduct } from '../tables/stored-product';
import { storedRows } from '../tables/stored-rows';
import type { CatalogTables } from '../tables/strapi-tables';
import { differenceOf, type EntryDifference, entriesOf, productsAmong, touchedClaims } from './catalog-entries';
import type { CatalogItems, CatalogStore, UpsertOutcome, UpsertRequest } from './catalog-store';
import { replaceEntryLinks } from './entry-links';
import { writeEntryRows } from './entry-rows';
import type { ReadVersions } from './knex-read-versions';
import type { createLinkFingerprints } from './link-fingerprints';
import type { MissingLinks } from './missing-links';
import type { ProductHistory } from './product-history';
import type { ProductLinkTables } from './product-links';
import { lockSlugs } from './slug-locks';
import { settleSlugs } from './slug-store';

export interface UpsertOptions {
  catalogTables: CatalogTables;
  readVersions: ReadVersions;
  productIndex: ProductIndex;
  changes: ChangeCollector;
  extraMarks?: ProductMarks;
  links: ProductLinkTables;
  missingLinks: MissingLinks;
  history: ProductHistory;
  refreshFingerprints: ReturnType<typeof createLinkFingerprints>;
  yieldIfDue: () => Promise<void>;
}

/** The guarded upsert: writes what is newer than the stored state and differs from it. */
export function createUpsert(options: UpsertOptions): CatalogStore['upsert'] {
  const { links, history, productIndex, changes, yieldIfDue } = options;

  return async (transaction, entity, request) => {
    const { origin, now } = request;
    const table = options.catalogTables.tables[entity];
    const { current, isCurrent } = await claimItems(transaction, {
      entity,
      request,
      readVersions: options.readVersions,
    });
    const entries = await entriesOf(transaction, { entity, items: current, links });
    const stored = await storedRows(transaction, { table, ids: current.map(({ id }) => id) });
    const difference = differenceOf(entries, stored);
    const { created, updated, staying, appearing } = difference;
    const before = entity === 'product' ? await history.read(transaction, idsOf(updated)) : null;

    const touched = touchedClaims(difference);
    await lockSlugs(transaction, { entity, slugs: touched });
    await yieldIfDue();
    await writeEntryRows(transaction, {
      table,
      siteDefaults: options.catalogTables.siteDefaults[entity],
      difference,
      now,
    });
    await yieldIfDue();
    await replaceEntryLinks(transaction, {
      ...options,
      difference,
      productTable: options.catalogTables.tables.product,
    });
    await yieldIfDue();
    const indexEntries = [...created, ...updated].flatMap(({ indexEntry }) => (indexEntry ? [indexEntry()] : []));
    const listed = indexEntries.length === 0 ? [] : await productIndex.write(transaction, { entries: indexEntries });
    await yieldIfDue();
    const moved = await settleSlugs(transaction, {
      entity,
      table,
      touched,
      held: new Set(touched),
      created: new Set(idsOf(appearing)),
      now,
    });

    const after = productsAmong(current);
    const createdIds = new Set(idsOf(created));
    if (before)
      await history.noteWritten(transaction, { before, after, created: createdIds, moves: moved, origin, now });
    if (entity === 'category' && created.length + updated.length + moved.length > 0)
      await noteCategoryChange(transaction);
    const dependencies = [...listed, ...dependenciesOfUpdates(before, { after, updatedIds: idsOf(updated) })];
    if (entity === 'product' && appearing.length + moved.length > 0) dependencies.push('slug');
    changes.collect(transaction, { entity, kind: 'created', ids: idsOf(appearing), dependencies });
    changes.collect(transaction, { entity, kind: 'updated', ids: idsOf([...staying, ...moved]), dependencies });
    if (entity === 'product')
      await options.extraMarks?.mark(transaction, {
        productIds: idsOf([...appearing, ...staying]),
        // A request that starts after that of the newest response here is newer than all of them.
        askedVersion: Math.max(0, ...request.responses.map(({ readVersion }) => readVersion)),
        isUrgent: false,
      });
    else await relateWaiting(transaction, { entity, difference, ...options });
    return outcomesOf(request, { difference, isCurrent });
  };
}

/** Claims the entities in the responses; `current` are those without a newer response. */
async function claimItems<Kind extends EntityKind>(
  transaction: Transaction,
  {
    entity,
    request: { responses, origin, now },
    readVersions,
  }: { entity: Kind; request: UpsertRequest<CatalogItems[Kind]>; readVersions: ReadVersions },
) {
  const received = responses.map(({ items, readVersion }) => ({ ids: idsOf(items), readVersion }));
  const claimed = await readVersions.claim(transaction, { entity, responses: received, seen: { at: now, by: origin } });
  await readVersions.markRemoved(transaction, { entity, ids: claimed.removed, removedAt: null });
  const isCurrent = (id: number, readVersion: number) => claimed.readVersions.get(id) === readVersion;
  const current = responses.flatMap(({ items, readVersion }) => items.filter(({ id }) => isCurrent(id, readVersion)));
  return { current, isCurrent };
}

/** Links products that were waiting for a category or brand that now exists. */
async function relateWaiting(
  transaction: Transaction,
  {
    entity,
    difference: { created, returned },
    catalogTables,
    missingLinks,
    refreshFingerprints,
    changes,
  }: UpsertOptions & { entity: 'category' | 'brand'; difference: EntryDifference },
): Promise<void> {
  const products = await missingLinks.connect(transaction, { entity, ids: idsOf(created) });
  if (products.length > 0) {
    const rows = await storedRows(transaction, { table: catalogTables.tables[entity], ids: idsOf(created) });
    const newRowIds = new Set([...rows.values()].map(({ rowId }) => rowId));
    await refreshFingerprints(transaction, { entity, newRowIds, productIds: products });
  }
  const related = await missingLinks.relatedTo(transaction, { entity, ids: idsOf(returned) });
  changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [...products, ...related] });
}

function outcomesOf<Item extends { id: number }>(
  { responses }: UpsertRequest<Item>,
  {
    difference: { appearing, staying },
    isCurrent,
  }: { difference: EntryDifference; isCurrent: (id: number, readVersion: number) => boolean },
): UpsertOutcome[] {
  const kinds = new Map<number, UpsertOutcome['kind']>([
    ...appearing.map(({ id }) => [id, 'created'] as const),
    ...staying.map(({ id }) => [id, 'updated'] as const),
  ]);
  return responses.flatMap(({ items, readVersion }) =>
    items.map(({ id }) => ({ id, kind: isCurrent(id, readVersion) ? (kinds.get(id) ?? 'unchanged') : 'outdated' })),
  );
}

/** @param before without the products whose stored row is damaged: lists may depend on anything of these */
function dependenciesOfUpdates(
  before: ReadonlyMap<number, StoredProduct> | null,
  { after, updatedIds }: { after: readonly CatalogProduct[]; updatedIds: readonly number[] },
): readonly ListDependency[] {
  if (before === null) return [];
  if (updatedIds.some((id) => !before.has(id))) return listDependencies;
  return after.flatMap((product) => {
    const was = before.get(product.id);
    return was ? dependenciesBetween(was, product) : [];
  });
}

const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id);
