import type { Database, Transaction } from '../../database/database';
import { toBoolean, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { facetsBetweenListings, type ListedFacts, type ListFacet } from '../changes/list-facets';
import type { Listing } from '../model/listing';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import type { SearchIndex } from '../search/search-port';

/** Listings of products that have just been written. */
export interface WrittenListings {
  listings: readonly Listing[];
}

interface Stored extends Omit<ListedFacts, 'categoryIds'> {
  fingerprint: string;
  categoryIds: number[];
  places: string[];
}

/**
 * Keeps the tables that lists and searches read, in the transaction that writes the products: a row for each product,
 * places in categories and the search index for published ones. What stands there as it should is not written again,
 * since a changed price must not cost a new search index.
 */
export function createProductListings({ searchIndex }: { searchIndex: Pick<SearchIndex, 'add' | 'remove'> }) {
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
      const listing = stored.get(toNumber(id));
      listing?.categoryIds.push(toNumber(categoryId));
      listing?.places.push(
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

  async function addPlaces(transaction: Transaction, listings: readonly Listing[]): Promise<void> {
    const rows = listings.flatMap((listing) =>
      [...new Set(listing.categoryIds)].map((categoryId) => ({
        product_id: listing.id,
        category_id: categoryId,
        created: listing.created,
        price: listing.price,
        title_key: listing.titleKey,
      })),
    );
    await insertRows(transaction, tables.categoryListings, rows);
  }

  async function removeStored(transaction: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await transaction(tables.listedProducts)
      .whereIn('product_id', [...ids])
      .delete();
  }

  return {
    /** @returns what this changes for lists */
    async write(transaction: Transaction, { listings }: WrittenListings): Promise<ListFacet[]> {
      const { stored, placed } = await readStored(
        transaction,
        listings.map(({ id }) => id),
      );
      const wasPublished = ({ id }: Listing) => stored.get(id)?.isPublished === true;
      const hidden = listings.filter((listing) => !listing.isPublished && wasPublished(listing));
      const published = listings.filter(({ isPublished }) => isPublished);
      const displaced = published.filter(
        (listing) => !wasPublished(listing) || !hasPlaces(listing, stored.get(listing.id)),
      );
      const reworded = published.filter(
        (listing) => !wasPublished(listing) || stored.get(listing.id)?.searchText !== listing.searchText,
      );

      // Also of products without a listing: these tables outlive Strapi's, and a new record may find what an earlier one left.
      // Only where something is: InnoDB locks the gap when it looks for what is not there, and another writer may wait for it.
      const misplaced = [...listings.filter(({ isPublished }) => !isPublished), ...displaced].filter(({ id }) =>
        placed.has(id),
      );
      await removePlaces(
        transaction,
        misplaced.map(({ id }) => id),
      );
      await searchIndex.remove(
        transaction,
        [...hidden, ...reworded].map(({ id }) => id),
      );
      await removeStored(transaction, [...stored.keys()]);
      await insertRows(transaction, tables.listedProducts, listings.map(rowOf));
      await addPlaces(transaction, displaced);
      await searchIndex.add(
        transaction,
        reworded.map(({ id, searchText }) => ({ id, text: searchText })),
      );
      return [...new Set(listings.flatMap((listing) => facetsBetweenListings(stored.get(listing.id), listing)))];
    },

    /** Of these products, those that are not listed as they should be. */
    async differing(reader: Database | Transaction, wanted: readonly Listing[]): Promise<number[]> {
      const { stored, placed } = await readStored(
        reader,
        wanted.map(({ id }) => id),
      );
      return wanted
        .filter((listing) => !isListed(listing, { stored: stored.get(listing.id), isPlaced: placed.has(listing.id) }))
        .map(({ id }) => id);
    },

    /** Of these withdrawn products, those that some list shows. */
    async shown(reader: Database | Transaction, ids: readonly number[]): Promise<number[]> {
      const { stored, placed } = await readStored(reader, ids);
      return ids.filter((id) => placed.has(id) || stored.get(id)?.isPublished === true);
    },

    /** To be called when products are withdrawn: no list shows them, and an administrator's search still finds them. */
    async hide(transaction: Transaction, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await removePlaces(transaction, ids);
      await searchIndex.remove(transaction, ids);
      await transaction(tables.listedProducts)
        .whereIn('product_id', [...ids])
        .update({ is_published: false, fingerprint: '' });
    },

    /** To be called when products are removed. */
    async remove(transaction: Transaction, ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      await removePlaces(transaction, ids);
      await removeStored(transaction, ids);
      await searchIndex.remove(transaction, ids);
    },
  };
}

export type ProductListings = ReturnType<typeof createProductListings>;

function rowOf(listing: Listing) {
  return {
    product_id: listing.id,
    fingerprint: listing.fingerprint,
    is_published: listing.isPublished,
    created: listing.created,
    price: listing.price,
    title_key: listing.titleKey,
    search_text: listing.searchText,
  };
}

function storedOf(row: DatabaseRow): Stored {
  return {
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

function isListed(listing: Listing, { stored, isPlaced }: { stored: Stored | undefined; isPlaced: boolean }): boolean {
  if (stored === undefined) return false;
  const isSame = listedFields.every((field) => stored[field] === listing[field]);
  return isSame && (listing.isPublished ? hasPlaces(listing, stored) : !isPlaced);
}

const listedFields = ['fingerprint', 'isPublished', 'created', 'price', 'titleKey', 'searchText'] as const;

function hasPlaces(listing: Listing, stored: Stored | undefined): boolean {
  const wanted = [...new Set(listing.categoryIds)].map((categoryId) => placeOf(listing, categoryId));
  const places = new Set(stored?.places);
  return stored !== undefined && places.size === wanted.length && wanted.every((place) => places.has(place));
}

function placeOf(
  { created, price, titleKey }: Pick<Listing, 'created' | 'price' | 'titleKey'>,
  categoryId: number,
): string {
  return JSON.stringify([categoryId, created, price, titleKey]);
}
