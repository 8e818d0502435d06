import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { FacetValue } from '../model/find-facets';
import type { RecordReference } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';

// More than a shopper looks through.
const mostValues = 100;
// With more ids, which are given in order, nearly all between the first and the last are wanted.
const fewIds = 200;

/** The most frequent of these brands or categories. */
export function facetValues(records: readonly RecordReference[], counts: ReadonlyMap<number, number>): FacetValue[] {
  return records
    .flatMap(({ id, title, slug }) => {
      const count = counts.get(id) ?? 0;
      return count === 0 ? [] : [{ id, title, slug, count }];
    })
    .sort((a, b) => b.count - a.count || a.title.localeCompare(b.title) || a.id - b.id)
    .slice(0, mostValues);
}

/**
 * The categories that list products, by product id; `ids` is ascending. `elsewhere`: including the lists of products
 * that only further markets show.
 */
export async function listedCategories(
  database: Database,
  ids: readonly number[],
  listed: 'published' | 'elsewhere',
): Promise<ReadonlyMap<number, readonly number[]>> {
  const [first, last] = [ids[0], ids.at(-1)];
  const categories = new Map<number, number[]>();
  if (first === undefined || last === undefined) return categories;
  const query = database(ownTables.categoryListings);
  if (ids.length > fewIds) query.whereBetween('product_id', [first, last]);
  else query.whereIn('product_id', [...ids]);
  if (listed === 'published') query.where('category_id', '>', 0);
  const rows: DatabaseRow[] = await query.select('product_id', 'category_id');
  for (const row of rows) {
    const [id, category] = [toNumber(row.product_id), Math.abs(toNumber(row.category_id))];
    const known = categories.get(id);
    if (known) known.push(category);
    else categories.set(id, [category]);
  }
  return categories;
}
