import { z } from 'zod';
import { type Database, toNumber } from '../database/database';
import { parseStored } from '../database/parse-stored';
import { tables } from '../database/tables';
import type { PricedProduct, PricedProducts } from './priced-products';

const variants = z.array(z.object({ id: z.number(), options: z.array(z.unknown()) }));

/** @param productTable Strapi's table of cached products */
export function createKnexPricedProducts({
  database,
  productTable,
}: {
  database: Database;
  productTable: string;
}): PricedProducts {
  const { marketMembers: members } = tables;

  const sold = (membershipId: number) =>
    database(members)
      .join(productTable, `${productTable}.upstream_id`, `${members}.product_id`)
      .where({ [`${members}.part_id`]: membershipId })
      .whereNull(`${productTable}.withdrawn_at`)
      .orderBy(`${members}.product_id`)
      .select(`${productTable}.upstream_id`, `${productTable}.variants`);

  return {
    async after({ membershipId, after, limit }) {
      const rows = await sold(membershipId).where(`${members}.product_id`, '>', after).limit(limit);
      return rows.map(productOf);
    },

    async among({ membershipId, ids }) {
      if (ids.length === 0) return [];
      const rows = await sold(membershipId).whereIn(`${members}.product_id`, [...ids]);
      return rows.map(productOf);
    },

    async cached(ids) {
      const rows = await database(productTable)
        .whereIn('upstream_id', [...ids])
        .whereNull('withdrawn_at')
        .orderBy('upstream_id')
        .select('upstream_id', 'variants');
      return rows.map(productOf);
    },
  };
}

function productOf(row: Record<string, unknown>): PricedProduct {
  // For a damaged product, only its own price is read until a verification has repaired it.
  const stored = parseStored(variants, row.variants ?? '[]') ?? [];
  return {
    id: toNumber(row.upstream_id),
    variantIds: stored.filter(({ options }) => options.length > 0).map(({ id }) => id),
  };
}
