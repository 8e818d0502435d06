import {
  type Database,
  greatestOfStoredAndOffered,
  offered,
  toNumber,
  type Transaction,
} from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { asciiJson } from '../../database/text-encoding';
import { chunksOf } from '../../lib/chunks';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { CatalogMetafield, ListedMetafield } from '../model/product-metafields';
import { createPendingProducts, sortedIds, type PendingProducts, settled } from './pending-products';

/** The metafields on one page of a listing. */
export interface MetafieldPage {
  shown: readonly ListedMetafield[];
  /** Those on the page that are not meant for storefronts. */
  hidden: readonly { id: number; productId: number }[];
  readVersion: number;
}

/**
 * Stores the metafields of products, and tracks for which products they are to be read. A response that is older than
 * what is stored is not written, and one with the same content changes nothing (behavior 2.16).
 */
export interface KeptMetafields extends PendingProducts {
  /**
   * Writes all metafields of some products, removes those that the products no longer have, and settles the products.
   * @returns how many products changed
   */
  write(
    transaction: Transaction,
    received: {
      products: readonly { productId: number; metafields: readonly CatalogMetafield[] }[];
      readVersion: number;
      /** Whether this is one of many writes, as after a run. */
      isBulk: boolean;
    },
  ): Promise<number>;
  /**
   * Writes the metafields of a page, which may have only some of a product's; those that it lacks stay.
   * @returns how many products changed
   */
  writeListed(transaction: Transaction, page: MetafieldPage): Promise<number>;
}

interface StoredMetafield {
  id: number;
  productId: number;
  readVersion: number;
  content: string;
}

const { metafields: table, metafieldProducts } = tables;
// SQLite accepts at most 500 in one list.
const idsPerStatement = 200;

export function createKeptMetafields({
  database,
  clock,
  changes,
}: {
  database: Database;
  clock: DatabaseClock;
  changes: Pick<CatalogChanges, 'collect' | 'bulk'>;
}): KeptMetafields {
  const pending = createPendingProducts({ database, clock, table: metafieldProducts });
  return {
    ...pending,

    async write(transaction, { products, readVersion, isBulk }) {
      const productIds = products.map(({ productId }) => productId);
      const known = await claim(transaction, { productIds, readVersion, as: 'read_version' });
      const stored = await storedOf(transaction, [...known.keys()]);
      const received = products.filter(({ productId }) => known.has(productId));
      const reported = received.flatMap(({ productId, metafields }) =>
        metafields.map((each) => ({ ...each, productId })),
      );
      const ids = new Set(reported.map(({ id }) => id));
      const gone = stored.filter(({ id }) => !ids.has(id));
      const differing = differingFrom(stored, reported);
      await save(transaction, differing, readVersion);
      await removeRows(transaction, gone);
      await noteSeen(transaction, { ids: [...ids], readVersion });
      await pending.settle(transaction, { productIds: [...known.keys()], readVersion });
      const firstTime = received.filter(({ productId }) => known.get(productId) === false);
      const changed = productsOf([...differing, ...gone, ...firstTime]);
      const collector = isBulk ? changes.bulk : changes;
      collector.collect(transaction, { entity: 'product', kind: 'updated', ids: changed, dependencies: [] });
      return changed.length;
    },

    async writeListed(transaction, { shown, hidden, readVersion }) {
      const productIds = productsOf([...shown, ...hidden]);
      const known = await claim(transaction, { productIds, readVersion, as: 'listed_version' });
      const stored = await storedAmong(transaction, [...shown, ...hidden]);
      const newer = new Set(stored.filter((each) => each.readVersion > readVersion).map(({ id }) => id));
      const isCurrent = (each: { id: number; productId: number }) => known.has(each.productId) && !newer.has(each.id);
      const reported = shown.filter(isCurrent);
      const differing = differingFrom(stored, reported);
      const hiddenIds = new Set(hidden.filter(isCurrent).map(({ id }) => id));
      const gone = stored.filter(({ id }) => hiddenIds.has(id));
      await save(transaction, differing, readVersion);
      await removeRows(transaction, gone);
      await noteSeen(transaction, { ids: reported.map(({ id }) => id), readVersion });
      // A product shows no metafields until all of them have been read.
      const changed = productsOf([...differing, ...gone]).filter((id) => known.get(id));
      changes.bulk.collect(transaction, { entity: 'product', kind: 'updated', ids: changed, dependencies: [] });
      return changed.length;
    },
  };
}

/**
 * Claims products for a response; their rows stay locked until the transaction ends.
 * @param claimed.as `read_version`: the response has all metafields of each product; `listed_version`: maybe only some
 * @returns the products without a newer response, and whether all metafields of each were ever read
 */
async function claim(
  transaction: Transaction,
  {
    productIds,
    readVersion,
    as,
  }: { productIds: readonly number[]; readVersion: number; as: 'read_version' | 'listed_version' },
): Promise<Map<number, boolean>> {
  if (productIds.length === 0) return new Map();
  const ids = sortedIds(productIds);
  await insertRows(transaction, metafieldProducts, {
    rows: ids.map((id) => ({ product_id: id, read_version: 0, listed_version: 0, asked_version: 0, ...settled })),
    // Changes nothing, but locks the row.
    conflict: {
      columns: ['product_id'],
      merge: { read_version: greatestOfStoredAndOffered(transaction, metafieldProducts, 'read_version') },
    },
  });
  const known = new Map<number, boolean>();
  for (const some of chunksOf(ids, idsPerStatement)) {
    const rows = transaction(metafieldProducts).whereIn('product_id', some).where('read_version', '<=', readVersion);
    // A response with all metafields would remove those that only a newer page has.
    if (as === 'read_version') void rows.where('listed_version', '<=', readVersion);
    const free = await rows.orderBy('product_id').forUpdate().select('product_id', 'read_version', 'listed_version');
    for (const row of free) known.set(toNumber(row.product_id), toNumber(row.read_version) > 0);
    await transaction(metafieldProducts)
      .whereIn(
        'product_id',
        free.map((row) => toNumber(row.product_id)),
      )
      .where(as, '<', readVersion)
      .update({ [as]: readVersion });
  }
  return known;
}

async function storedOf(transaction: Transaction, productIds: readonly number[]): Promise<StoredMetafield[]> {
  const rows: StoredMetafield[] = [];
  for (const some of chunksOf(productIds, idsPerStatement))
    rows.push(...(await transaction(table).whereIn('product_id', some).select()).map(storedMetafield));
  return rows;
}

async function storedAmong(transaction: Transaction, reported: readonly { id: number }[]): Promise<StoredMetafield[]> {
  const rows: StoredMetafield[] = [];
  for (const some of chunksOf(sortedIds(reported.map(({ id }) => id)), idsPerStatement))
    rows.push(...(await transaction(table).whereIn('metafield_id', some).select()).map(storedMetafield));
  return rows;
}

function storedMetafield(row: Record<string, unknown>): StoredMetafield {
  return {
    id: toNumber(row.metafield_id),
    productId: toNumber(row.product_id),
    readVersion: toNumber(row.read_version),
    content: String(row.content),
  };
}

function differingFrom(stored: readonly StoredMetafield[], reported: readonly ListedMetafield[]): ListedMetafield[] {
  const before = new Map(stored.map((each) => [each.id, each]));
  return reported.filter((each) => {
    const known = before.get(each.id);
    return known?.content !== contentOf(each) || known.productId !== each.productId;
  });
}

function contentOf({ namespace, key, value }: CatalogMetafield): string {
  return asciiJson({ namespace, key, value });
}

async function save(
  transaction: Transaction,
  reported: readonly ListedMetafield[],
  readVersion: number,
): Promise<void> {
  const rows = [...reported]
    .sort((a, b) => a.id - b.id)
    .map((each) => ({
      metafield_id: each.id,
      product_id: each.productId,
      read_version: readVersion,
      content: contentOf(each),
    }));
  await insertRows(transaction, table, {
    rows,
    conflict: {
      columns: ['metafield_id'],
      merge: {
        product_id: offered(transaction, 'product_id'),
        read_version: offered(transaction, 'read_version'),
        content: offered(transaction, 'content'),
      },
    },
  });
}

async function removeRows(transaction: Transaction, gone: readonly { id: number }[]): Promise<void> {
  for (const some of chunksOf(gone, idsPerStatement))
    await transaction(table)
      .whereIn(
        'metafield_id',
        some.map(({ id }) => id),
      )
      .delete();
}

async function noteSeen(
  transaction: Transaction,
  { ids, readVersion }: { ids: readonly number[]; readVersion: number },
): Promise<void> {
  for (const some of chunksOf(sortedIds(ids), idsPerStatement))
    await transaction(table)
      .whereIn('metafield_id', some)
      .where('read_version', '<', readVersion)
      .update({ read_version: readVersion });
}

const productsOf = (items: readonly { productId: number }[]) => sortedIds(items.map(({ productId }) => productId));
