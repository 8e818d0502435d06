import { type Database, toNumber } from '../database/database';
import type { WrittenRow } from '../database/sqlite-statements';
import { type Categories, categoryRowOf } from './knex-categories';
import { categoryTable, priceTable, searchTable, textTable } from './knex-dependent-rows';
import { rowFingerprint, type PartRow, type PartTable } from './knex-part-rows';
import { priceRowOf, type Prices } from './knex-prices';
import { searchRowOf, textRowOf, type Texts } from './knex-texts';
import type { MarketPart } from './market-parts';

/** Rows of a part that differ from what was stored. */
export interface DamagedRows {
  checked: number;
  /** Of products, categories, or brands. */
  ids: number[];
  /** The last id checked; null: there are no more. */
  next: number | null;
}

/** Verifies the stored rows of parts. */
export interface PartVerification {
  /**
   * Verifies some rows, from the first one after this id, and clears the fingerprints of damaged ones, so that they are
   * rewritten when they are next received. A stored fingerprint proves nothing about the other columns, so these are
   * read.
   */
  verifySome(request: { kind: MarketPart['kind']; partId: number; after: number }): Promise<DamagedRows>;
}

const rowsAtOnce = 200;

export function createKnexPartVerification({
  database,
  prices,
  texts,
  categories,
}: {
  database: Database;
  prices: Pick<Prices, 'read'>;
  texts: Pick<Texts, 'read'>;
  categories: Pick<Categories, 'read'>;
}): PartVerification {
  const storedFingerprints = async ({ name, idColumn }: PartTable, partId: number, after: number) => {
    const rows = await database(name)
      .where({ part_id: partId })
      .where(idColumn, '>', after)
      .orderBy(idColumn)
      .limit(rowsAtOnce)
      .select(idColumn, 'fingerprint');
    return new Map(rows.map((row) => [toNumber(row[idColumn]), String(row.fingerprint)]));
  };

  /** Clears the fingerprints of rows whose columns do not match them, or are unreadable; returns their ids. */
  async function outdate(
    table: PartTable,
    { partId, stored, rows }: { partId: number; stored: ReadonlyMap<number, string>; rows: readonly PartRow[] },
  ): Promise<number[]> {
    const actual = new Map(rows.map(({ id, columns }) => [id, rowFingerprint(columns)]));
    const damaged = [...stored].filter(([id, fingerprint]) => actual.get(id) !== fingerprint).map(([id]) => id);
    if (damaged.length > 0)
      await database(table.name)
        .where({ part_id: partId })
        .whereIn(table.idColumn, damaged)
        .update({ fingerprint: '' });
    return damaged;
  }

  async function verifyRows(
    table: PartTable,
    { partId, after, read }: { partId: number; after: number; read: (ids: readonly number[]) => Promise<PartRow[]> },
  ): Promise<DamagedRows & { looked: number[] }> {
    const stored = await storedFingerprints(table, partId, after);
    const looked = [...stored.keys()];
    const ids = await outdate(table, { partId, stored, rows: await read(looked) });
    return { checked: looked.length, ids, looked, next: looked.length < rowsAtOnce ? null : (looked.at(-1) ?? null) };
  }

  /** Verifies the search rows of these products: where one is damaged or missing, the texts will be rewritten. */
  async function verifySearch(partId: number, ids: readonly number[]): Promise<number[]> {
    const expected = new Map((await texts.read(partId, ids)).map((each) => [each.id, searchRowOf(each).columns]));
    const rows = await database(searchTable.name)
      .where({ part_id: partId })
      .whereIn('product_id', [...ids])
      .select('product_id', 'fingerprint', 'title_key', 'search_text');
    const actual = new Map(rows.map((row) => [toNumber(row.product_id), row]));
    const damaged = [...expected].flatMap(([id, columns]) => (isSame(columns, actual.get(id)) ? [] : [id]));
    if (damaged.length > 0) {
      for (const table of [searchTable, textTable])
        await database(table.name)
          .where({ part_id: partId })
          .whereIn(table.idColumn, damaged)
          .update({ fingerprint: '' });
    }
    return damaged;
  }

  return {
    async verifySome({ kind, partId, after }) {
      if (kind === 'membership') return { checked: 0, ids: [], next: null };
      if (kind === 'prices')
        return verifyRows(priceTable, {
          partId,
          after,
          read: async (ids) => (await prices.read(partId, ids)).map(priceRowOf),
        });
      if (kind === 'categories') {
        // A store has some hundreds.
        const rows = (await categories.read(partId)).map(categoryRowOf);
        return verifyRows(categoryTable, { partId, after, read: async () => rows });
      }
      const found = await verifyRows(textTable, {
        partId,
        after,
        read: async (ids) => (await texts.read(partId, ids)).map(textRowOf),
      });
      if (kind !== 'texts') return found;
      return { ...found, ids: [...new Set([...found.ids, ...(await verifySearch(partId, found.looked))])] };
    },
  };
}

function isSame(expected: WrittenRow, actual: Record<string, unknown> | undefined): boolean {
  if (!actual || actual['fingerprint'] !== rowFingerprint(expected)) return false;
  return Object.entries(expected).every(([column, value]) => actual[column] === value);
}
