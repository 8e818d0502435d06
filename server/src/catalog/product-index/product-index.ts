import type { Database, Transaction } from '../../database/database';
import { toBoolean, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { dependenciesBetweenEntries, type ListDependency } from '../changes/list-dependencies';
import { listKeysOf, type ProductIndexEntry } from '../model/product-index-entry';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import type { SearchIndex } from '../search/search-port';

/** Index rows of products that have just been written. */
export interface WrittenEntries {
  entries: readonly ProductIndexEntry[];
}

interface Stored extends Omit<ProductIndexEntry, 'isVisibleElsewhere'> {
  categoryIds: number[];
  places: string[];
}

/**
 * Maintains the tables that lists and searches read, in the transaction that writes the products: a row for each
 * product, and for published ones their categories and the search index. Entries that are already right are not
 * rewritten, since a price change must not cost an update of the search index.
 */
export function createProductIndex({ searchIndex }: { searchIndex: Pick<SearchIndex, 'write' | 'remove'> }) {
  async function readStored(
    transaction: Database | Transaction,
    ids: readonly number[],
  ): Promise<{ stored: Map<number, Stored>; placed: Set<number> }> {
    if (ids.length === 0) return { stored: new Map(), placed: new Set() };
    const rows = await transaction(tables.listedProducts)
      .whereIn('product_id', [...ids])
      .select('product_id', 'fingerprint', 'is_published', 'created', 'price', 'title_key', 'search_text');
    const stored = new Map<number, Stored>(rows.map((row) => [toNumber(row.product_id), storedOf(row)]));
    const places = await transaction(tables.categoryListings)
      .whereIn('product_id', [...ids])
      .select('product_id', 'category_id', 'created', 'price', 'title_key');
    const placed = new Set<number>(places.map(({ product_id: id }) => toNumber(id)));
    for (const { product_id: id, category_id: categoryId, created, price, title_key: titleKey } of places) {
      const entry = stored.get(toNumber(id));
      entry?.categoryIds.push(toNumber(categoryId));
      entry?.places.push(
        placeOf(
          { created: toNumber(created), price: toNumber(price), titleKey: String(titleKey) },
          toNumber(categoryId),
        ),
      );
    }
    return { stored, placed };
  }

  async function removePlaces(transaction: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length > 0)
      await transaction(tables.categoryListings)
        .whereIn('product_id', [...ids])
        .delete();
  }

  async function addPlaces(transaction: Transaction, entries: readonly ProductIndexEntry[]): Promise<void> {
    const rows = entries.flatMap((entry) =>
      listKeysOf(entry).map((key) => ({
        product_id: entry.id,
        category_id: key,
        created: entry.created,
        price: entry.price,
        title_key: entry.titleKey,
      })),
    );
    await insertRows(transaction, tables.categoryListings, { rows });
  }

  async function removeStored(transaction: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await transaction(tables.listedProducts)
      .whereIn('product_id', [...ids])
      .delete();
  }

  return {
    /** @returns the list dependencies that this changes */
    async write(transaction: Transaction, { entries }: WrittenEntries): Promise<ListDependency[]> {
      const { stored, placed } = await readStored(
        transaction,
        entries.map(({ id }) => id),
      );
      const wasPublished = ({ id }: ProductIndexEntry) => stored.get(id)?.isPublished === true;
      const hidden = entries.filter((entry) => !entry.isPublished && wasPublished(entry));
      const published = entries.filter(({ isPublished }) => isPublished);
      const displaced = entries.filter((entry) => !hasPlaces(entry, stored.get(entry.id)));
      const reworded = published.filter(
        (entry) => !wasPublished(entry) || stored.get(entry.id)?.searchText !== entry.searchText,
      );

      // Also for products not in the index: these tables outlive Strapi's, and may have leftovers of an earlier record.
      // Only where rows exist: InnoDB locks the gap when it finds none, and another writer may wait for it.
      const misplaced = displaced.filter(({ id }) => placed.has(id));
      await removePlaces(
        transaction,
        misplaced.map(({ id }) => id),
      );
      await searchIndex.remove(
        transaction,
        hidden.map(({ id }) => id),
      );
      await removeStored(transaction, [...stored.keys()]);
      await insertRows(transaction, tables.listedProducts, { rows: entries.map(rowOf) });
      await addPlaces(transaction, displaced);
      await searchIndex.write(
        transaction,
        reworded.map((entry) => ({
          id: entry.id,
          text: entry.searchText,
          was: wasPublished(entry) ? (stored.get(entry.id)?.searchText ?? null) : null,
        })),
      );
      return [...new Set(entries.flatMap((entry) => dependenciesBetweenEntries(stored.get(entry.id), entry)))];
    },

    /** Of these products, those whose index rows are wrong. */
    async differing(reader: Database | Transaction, wanted: readonly ProductIndexEntry[]): Promise<number[]> {
      const { stored } = await readStored(
        reader,
        wanted.map(({ id }) => id),
      );
      return wanted.filter((entry) => !isListed(entry, stored.get(entry.id))).map(({ id }) => id);
    },

    /** Of these withdrawn products, those that still appear in a list. */
    async shown(reader: Database | Transaction, ids: readonly number[]): Promise<number[]> {
      const { stored, placed } = await readStored(reader, ids);
      return ids.filter((id) => placed.has(id) || stored.get(id)?.isPublished === true);
    },

    /** Call when products are withdrawn: lists no longer show them, but an administrator's search still finds them. */
    async hide(transaction: Transaction, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await removePlaces(transaction, ids);
      await searchIndex.remove(transaction, ids);
      await transaction(tables.listedProducts)
        .whereIn('product_id', [...ids])
        .update({ is_published: false, fingerprint: '' });
    },

    /** Call when products are removed. */
    async remove(transaction: Transaction, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await removePlaces(transaction, ids);
      await removeStored(transaction, ids);
      await searchIndex.remove(transaction, ids);
    },
  };
}

export type ProductIndex = ReturnType<typeof createProductIndex>;

function rowOf(entry: ProductIndexEntry) {
  return {
    product_id: entry.id,
    fingerprint: entry.fingerprint,
    is_published: entry.isPublished,
    created: entry.created,
    price: entry.price,
    title_key: entry.titleKey,
    search_text: entry.searchText,
  };
}

function storedOf(row: DatabaseRow): Stored {
  return {
    id: toNumber(row.product_id),
    fingerprint: textOf(row.fingerprint),
    isPublished: toBoolean(row.is_published),
    created: toNumber(row.created),
    price: toNumber(row.price),
    titleKey: textOf(row.title_key),
    searchText: textOf(row.search_text),
    categoryIds: [],
    places: [],
  };
}

function isListed(entry: ProductIndexEntry, stored: Stored | undefined): boolean {
  return (
    stored !== undefined && listedFields.every((field) => stored[field] === entry[field]) && hasPlaces(entry, stored)
  );
}

const listedFields = ['fingerprint', 'isPublished', 'created', 'price', 'titleKey', 'searchText'] as const;

function hasPlaces(entry: ProductIndexEntry, stored: Stored | undefined): boolean {
  const wanted = listKeysOf(entry).map((key) => placeOf(entry, key));
  const places = new Set(stored?.places);
  return stored !== undefined && places.size === wanted.length && wanted.every((place) => places.has(place));
}

function placeOf(
  { created, price, titleKey }: Pick<ProductIndexEntry, 'created' | 'price' | 'titleKey'>,
  categoryId: number,
): string {
  return JSON.stringify([categoryId, created, price, titleKey]);
}
