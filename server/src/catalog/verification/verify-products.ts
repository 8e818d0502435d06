import type { Database, Transaction } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';
import { updateRows } from '../../database/update-rows';
import type { CatalogProduct } from '../model/catalog-types';
import { digestsOf, fingerprintOf } from '../model/fingerprint';
import { type ProductIndexEntry, productIndexEntryOf } from '../model/product-index-entry';
import type { MissingLinks } from '../writing/missing-links';
import { type PreparedProduct, prepareProduct } from '../views/prepare-product';
import { linkRowIds, type ProductLinks, type ProductLinkTables } from '../writing/product-links';
import type { ProductIndex } from '../product-index/product-index';
import { type DatabaseRow, isWithdrawn, textOf } from '../tables/product-rows';
import type { SearchIndex } from '../search/search-port';
import { misnamed } from './slug-suspects';
import { catalogProductOf } from '../tables/stored-items';
import type { CatalogTables } from '../tables/strapi-tables';
import type { Defect } from './verified-kinds';

/** What a product's row contains, and what is derived from it. */
interface Derived {
  id: number;
  rowId: number;
  row: DatabaseRow;
  product: CatalogProduct;
  prepared: PreparedProduct;
  links: ProductLinks;
  entry: ProductIndexEntry;
}

export interface ProductVerificationOptions {
  tables: CatalogTables;
  links: ProductLinkTables;
  missingLinks: Pick<MissingLinks, 'note' | 'waitingOf'>;
  productIndex: ProductIndex;
  searchIndex: Pick<SearchIndex, 'lacking'>;
}

/** Compares what is derived from products with its source: each product's own row. */
export function createProductVerification({
  tables,
  links,
  missingLinks,
  productIndex,
  searchIndex,
}: ProductVerificationOptions) {
  const productTable = tables.tables.product;

  async function derive(
    rows: readonly DatabaseRow[],
    resolve: (products: readonly CatalogProduct[]) => Promise<Map<number, ProductLinks>>,
  ): Promise<{ derived: Derived[]; unreadable: number[]; withdrawn: number[] }> {
    const unreadable: number[] = [];
    // Nothing is derived from a withdrawn record: it has no slug, and no list shows it.
    const withdrawn = rows.filter(isWithdrawn).map((row) => toNumber(row.upstream_id));
    const read = rows
      .filter((row) => !isWithdrawn(row))
      .flatMap((row) => {
        try {
          return [{ row, product: catalogProductOf(row) }];
        } catch {
          // A value that no product can have: the record is damaged and is fetched again.
          unreadable.push(toNumber(row.upstream_id));
          return [];
        }
      });
    const resolved = await resolve(read.map(({ product }) => product));
    const derived = read.map(({ row, product }) => {
      const prepared = prepareProduct(product);
      const entry = productIndexEntryOf(product, prepared, textOf(row.fingerprint));
      const own = resolved.get(product.id) ?? { categories: [], brandRowId: null, missing: [] };
      return { id: product.id, rowId: toNumber(row.id), row, product, prepared, links: own, entry };
    });
    return { derived, unreadable, withdrawn };
  }

  /** What is wrong with each of these products; correct ones are left out. */
  async function differences(
    reader: Database | Transaction,
    { derived, unreadable, withdrawn }: Awaited<ReturnType<typeof derive>>,
  ): Promise<Map<number, Set<Defect>>> {
    const found = new Map<number, Set<Defect>>(unreadable.map((id) => [id, new Set<Defect>(['record'])]));
    const note = (id: number, kind: Defect) => found.set(id, (found.get(id) ?? new Set()).add(kind));
    for (const { id, row, product, prepared, links: own } of derived) {
      if (textOf(row.fingerprint) !== fingerprintOf(digestsOf(product), linkRowIds(own))) note(id, 'record');
      if (!hasPrepared(row, prepared)) note(id, 'precomputed');
    }
    for (const id of await unlinked(reader, derived)) note(id, 'links');
    for (const id of await productIndex.differing(
      reader,
      derived.map(({ entry }) => entry),
    ))
      note(id, 'index');
    for (const id of await productIndex.shown(reader, withdrawn)) note(id, 'index');
    const searchable = derived.flatMap(({ entry }) =>
      entry.isPublished ? [{ id: entry.id, text: entry.searchText }] : [],
    );
    for (const id of await searchIndex.lacking(reader, searchable)) note(id, 'search');
    for (const id of await misnamed(reader, { table: productTable, ids: derived.map(({ id }) => id) }))
      note(id, 'slug');
    return found;
  }

  async function unlinked(reader: Database | Transaction, derived: readonly Derived[]): Promise<number[]> {
    const stored = await links.read(
      reader,
      derived.map(({ rowId }) => rowId),
    );
    const waiting = await missingLinks.waitingOf(
      reader,
      derived.map(({ id }) => id),
    );
    return derived
      .filter(({ id, rowId, links: own }) => {
        const wanted = linkRowIds(own).join();
        const missing = own.missing
          .map(({ entity, upstreamId }) => `${entity} ${upstreamId}`)
          .sort()
          .join();
        return (stored.get(rowId) ?? '0') !== wanted || (waiting.get(id) ?? '') !== missing;
      })
      .map(({ id }) => id);
  }

  async function lockedRows(transaction: Transaction, ids: readonly number[]): Promise<DatabaseRow[]> {
    const query = transaction(productTable)
      .whereIn('upstream_id', [...ids])
      .orderBy('upstream_id')
      .select('*');
    // Every writer of a product writes its row first, so either it waits for this lock, or this waits for it.
    if (dialectOf(transaction) !== 'sqlite') query.forUpdate();
    return query;
  }

  return {
    rowsAfter: (database: Database, { after, limit }: { after: number; limit: number }): Promise<DatabaseRow[]> =>
      database(productTable).where('upstream_id', '>', after).orderBy('upstream_id').limit(limit).select('*'),

    /** What seems wrong with these rows; read without a lock, so a concurrent write may be the cause. */
    suspects: async (database: Database, rows: readonly DatabaseRow[]) =>
      differences(database, await derive(rows, (products) => links.resolve(database, products))),

    /** Checks again with the rows locked, and repairs what is derived from them; slugs are left to `settleSlugs`. */
    async repair(transaction: Transaction, ids: readonly number[]): Promise<Map<number, Set<Defect>>> {
      const rows = await lockedRows(transaction, ids);
      const read = await derive(rows, (products) => links.resolveAndHold(transaction, products));
      const found = await differences(transaction, read);
      const withDefect = (kind: Defect) => read.derived.filter(({ id }) => found.get(id)?.has(kind));

      const damaged = [...found].flatMap(([id, kinds]) => (kinds.has('record') ? [id] : []));
      // No product has this fingerprint, so the next comparison fetches it.
      if (damaged.length > 0)
        await transaction(productTable).whereIn('upstream_id', damaged).update({ fingerprint: '' });
      await updateRows(transaction, productTable, {
        by: 'upstream_id',
        rows: withDefect('precomputed').map(preparedColumns),
      });
      await relink(transaction, withDefect('links'));
      await productIndex.hide(
        transaction,
        read.withdrawn.filter((id) => found.get(id)?.has('index')),
      );
      await relist(transaction, [...new Set([...withDefect('index'), ...withDefect('search')])]);
      return found;
    },
  };

  async function relink(transaction: Transaction, derived: readonly Derived[]): Promise<void> {
    if (derived.length === 0) return;
    await links.remove(
      transaction,
      derived.map(({ rowId }) => rowId),
    );
    await links.add(transaction, new Map(derived.map(({ rowId, links: own }) => [rowId, own])));
    await missingLinks.note(transaction, {
      productIds: derived.map(({ id }) => id),
      missing: derived.flatMap(({ links: own }) => own.missing),
    });
  }

  async function relist(transaction: Transaction, derived: readonly Derived[]): Promise<void> {
    await productIndex.remove(
      transaction,
      derived.map(({ id }) => id),
    );
    await productIndex.write(transaction, { entries: derived.map(({ entry }) => entry) });
  }
}

export type ProductVerification = ReturnType<typeof createProductVerification>;

const ownColumns = ['prepared_item', 'prepared_details', 'title_key'] as const;

function hasPrepared(row: DatabaseRow, { row: prepared }: PreparedProduct): boolean {
  return ownColumns.every((column) => row[column] === prepared[column]);
}

function preparedColumns({ id, prepared }: Derived) {
  const { prepared_item: item = null, prepared_details: details = null, title_key: titleKey = null } = prepared.row;
  return { upstream_id: id, prepared_item: item, prepared_details: details, title_key: titleKey };
}
