import { z } from 'zod';
import { type Database, fromJson, toNumber } from '../database/database';
import { tables } from '../database/tables';
import type { PricedProducts } from './priced-products';

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
  return {
    async after({ membershipId, after, limit }) {
      const rows = await database(members)
        .join(productTable, `${productTable}.upstream_id`, `${members}.product_id`)
        .where({ [`${members}.part_id`]: membershipId })
        .whereNull(`${productTable}.withdrawn_at`)
        .where(`${members}.product_id`, '>', after)
        .orderBy(`${members}.product_id`)
        .limit(limit)
        .select(`${productTable}.upstream_id`, `${productTable}.variants`);
      return rows.map((row) => ({
        id: toNumber(row.upstream_id),
        variantIds: variants
          .parse(fromJson(row.variants) ?? [])
          .filter(({ options }) => options.length > 0)
          .map(({ id }) => id),
      }));
    },
  };
}
