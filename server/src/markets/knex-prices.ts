import { z } from 'zod';
import { type Database, toNumber, type Transaction } from '../database/database';
import { parseStored } from '../database/parse-stored';
import type { Clock } from '../lib/clock';
import { noteChangedPrices } from './knex-price-changes';
import { memberTable, priceTable } from './knex-dependent-rows';
import { idsAmong, type RowOutcome, writeRows } from './knex-part-rows';
import { claimIds } from './knex-part-versions';

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
   * channel no longer sells: their removal also removed the price.
   */
  upsert(transaction: Transaction, received: ReceivedPrices): Promise<RowOutcome & { outdated: number }>;
  /** What is stored for these products; damaged rows are left out. */
  read(partId: number, productIds: readonly number[]): Promise<ProductPrices[]>;
}

const storedVariants = z.array(z.object({ id: z.number(), price: z.number().nullable() }));

export function createKnexPrices(database: Database, clock: Pick<Clock, 'now'>): Prices {
  return {
    async upsert(transaction, { partId, membershipId, prices, readVersion }) {
      const productIds = prices.map(({ productId }) => productId);
      // In this order, because the removal of a product from the channel locks the versions of its prices, too.
      const newest = await claimIds(transaction, { partId, productIds, readVersion });
      const claimed = new Set(await idsAmong(transaction, memberTable, { partId: membershipId, ids: newest }));
      const received = prices.filter(({ productId }) => claimed.has(productId));
      const rows = received.map(priceRowOf);
      const outcome = await writeRows(transaction, priceTable, {
        partId,
        rows,
        beforeUpdate: async (ids) => {
          const stored = await readPrices(transaction, partId, ids);
          await noteChangedPrices(transaction, { partId, stored, received, now: clock.now() });
        },
      });
      return { ...outcome, outdated: prices.length - rows.length };
    },

    read: (partId, productIds) => readPrices(database, partId, productIds),
  };
}

/** What is stored of these products in a part, without damaged rows. */
async function readPrices(
  database: Database | Transaction,
  partId: number,
  productIds: readonly number[],
): Promise<ProductPrices[]> {
  const rows = await database(priceTable.name)
    .where({ part_id: partId })
    .whereIn('product_id', [...productIds])
    .orderBy('product_id')
    .select('product_id', 'price', 'sale_price', 'calculated_price', 'variants');
  return rows.flatMap((row) => {
    const variants = parseStored(storedVariants, row.variants);
    if (!variants) return [];
    return {
      productId: toNumber(row.product_id),
      price: amountOf(row.price),
      salePrice: amountOf(row.sale_price),
      calculatedPrice: amountOf(row.calculated_price),
      variants,
    };
  });
}

const amountOf = (value: unknown): number | null => (value === null ? null : Number(value));

/** The row of a product, to be written or compared. */
export function priceRowOf({ productId, price, salePrice, calculatedPrice, variants }: ProductPrices) {
  // In a fixed order, so that the same prices have the same fingerprint.
  const sorted = [...variants].sort((a, b) => a.id - b.id).map(({ id, price: costs }) => ({ id, price: costs }));
  const amounts = { price, sale_price: salePrice, calculated_price: calculatedPrice, variants: JSON.stringify(sorted) };
  return { id: productId, columns: amounts };
}
