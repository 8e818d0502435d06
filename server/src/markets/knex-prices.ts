import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Database, offered, toNumber, type Transaction } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { membersAmong } from './knex-members';
import { claimProducts } from './knex-part-versions';

/** What a product costs in a part. Null where it is not sold. */
export interface ProductPrices {
  productId: number;
  price: number | null;
  salePrice: number | null;
  /** What is charged. */
  calculatedPrice: number | null;
  /** What each variant costs, by id. */
  variants: readonly { id: number; price: number | null }[];
}

/** How many products of a response were written. */
export interface PriceOutcome {
  created: number;
  updated: number;
  unchanged: number;
  outdated: number;
}

/** Prices that one response, or several requests of one read, returned. */
export interface ReceivedPrices {
  partId: number;
  /** The membership of the same channel. */
  membershipId: number;
  prices: readonly ProductPrices[];
  readVersion: number;
}

/** The prices of the products of a part. */
export interface Prices {
  /**
   * Writes what differs from what is stored, except where a newer response is stored, and except for products that the
   * channel no longer sells: their removal took the price away.
   */
  upsert(transaction: Transaction, received: ReceivedPrices): Promise<PriceOutcome>;
  /** What is stored for these products. */
  read(partId: number, productIds: readonly number[]): Promise<ProductPrices[]>;
}

const storedVariants = z.array(z.object({ id: z.number(), price: z.number().nullable() }));

export function createKnexPrices(database: Database): Prices {
  const table = tables.marketPrices;

  return {
    async upsert(transaction, { partId, membershipId, prices, readVersion }) {
      const productIds = prices.map(({ productId }) => productId);
      // In this order: who removes a product from the channel locks the versions of its prices, too.
      const newest = await claimProducts(transaction, { partId, productIds, readVersion });
      const claimed = new Set(await membersAmong(transaction, { partId: membershipId, productIds: newest }));
      const current = prices.filter(({ productId }) => claimed.has(productId)).map((given) => rowOf(partId, given));
      const stored = await fingerprints(transaction, { partId, productIds: [...claimed] });
      const created = current.filter((row) => !stored.has(row.product_id));
      const updated = current.filter((row) => differs(stored.get(row.product_id), row.fingerprint));
      const columns = ['fingerprint', 'price', 'sale_price', 'calculated_price', 'variants'] as const;
      await insertRows(transaction, table, {
        rows: [...created, ...updated],
        conflict: {
          columns: ['part_id', 'product_id'],
          merge: Object.fromEntries(columns.map((column) => [column, offered(transaction, column)])),
        },
      });
      return {
        created: created.length,
        updated: updated.length,
        unchanged: current.length - created.length - updated.length,
        outdated: prices.length - current.length,
      };
    },

    async read(partId, productIds) {
      const rows = await database(table)
        .where({ part_id: partId })
        .whereIn('product_id', [...productIds])
        .orderBy('product_id')
        .select('product_id', 'price', 'sale_price', 'calculated_price', 'variants');
      return rows.map((row) => ({
        productId: toNumber(row.product_id),
        price: amountOf(row.price),
        salePrice: amountOf(row.sale_price),
        calculatedPrice: amountOf(row.calculated_price),
        variants: storedVariants.parse(JSON.parse(String(row.variants))),
      }));
    },
  };
}

const amountOf = (value: unknown): number | null => (value === null ? null : Number(value));

const differs = (stored: string | undefined, given: string): boolean => stored !== undefined && stored !== given;

function rowOf(partId: number, { productId, price, salePrice, calculatedPrice, variants }: ProductPrices) {
  // In a fixed order, so that the same prices have the same fingerprint.
  const sorted = [...variants].sort((a, b) => a.id - b.id).map(({ id, price: costs }) => ({ id, price: costs }));
  const amounts = { price, sale_price: salePrice, calculated_price: calculatedPrice, variants: JSON.stringify(sorted) };
  const fingerprint = createHash('sha1').update(JSON.stringify(amounts)).digest('base64');
  return { part_id: partId, product_id: productId, fingerprint, ...amounts };
}

async function fingerprints(
  transaction: Transaction,
  { partId, productIds }: { partId: number; productIds: number[] },
): Promise<Map<number, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await transaction(tables.marketPrices)
    .where({ part_id: partId })
    .whereIn('product_id', productIds)
    .select('product_id', 'fingerprint');
  return new Map(rows.map((row) => [toNumber(row.product_id), String(row.fingerprint)]));
}
