import { z } from 'zod';
import { type Database, type Dialect, dialectOf, fromJson, toNumber } from '../database/database';

/** Which products of the catalog have these variants. */
export type ProductsOfVariants = (variantIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

// Few enough that on SQLite no statement makes shoppers' requests wait too long.
const productsPerStatement = 1_000;

/** The ids of a product's variants, as JSON. Only SQLite's columns can contain invalid JSON when damaged. */
const variantIdsOf: Record<Dialect, string> = {
  sqlite: `(select json_group_array(json_extract(value, '$.id'))
    from json_each(case when json_valid(variants) then variants else '[]' end) where type = 'object')`,
  postgres: `jsonb_path_query_array(variants::jsonb, '$[*].id')`,
  mysql: `json_extract(variants, '$[*].id')`,
};

// Null where there are none.
const storedIds = z.array(z.unknown()).nullable();

/**
 * Variants have no table of their own, so the products are searched in batches.
 * @param productTable Strapi's table of cached products
 * @returns the product of each variant that the catalog has, by variant
 */
export function createKnexVariantProducts({
  database,
  productTable,
}: {
  database: Database;
  productTable: string;
}): ProductsOfVariants {
  const variantIds = database.raw(`${variantIdsOf[dialectOf(database)]} as ids`);

  return async (wantedIds) => {
    const wanted = new Set(wantedIds);
    const found = new Map<number, number>();
    for (let after = 0; found.size < wanted.size; ) {
      const rows = await database(productTable)
        .where('upstream_id', '>', after)
        .whereNotNull('variants')
        .orderBy('upstream_id')
        .limit(productsPerStatement)
        .select('upstream_id', variantIds);
      for (const row of rows)
        for (const id of storedIds.parse(fromJson(row.ids)) ?? [])
          if (typeof id === 'number' && wanted.has(id)) found.set(id, toNumber(row.upstream_id));
      if (rows.length < productsPerStatement) break;
      after = toNumber(rows.at(-1)?.upstream_id);
    }
    return found;
  };
}
