import type { Knex } from 'knex';
import { toBoolean, toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { EventLoop } from '../../lib/clock';
import { dependenciesOfFacets } from '../changes/list-dependencies';
import type { KeptColumns } from '../columns/kept-columns';
import type { Facets, FacetValue, FindFacets } from '../model/find-facets';
import type { ProductFilter } from '../model/product-reader';
import { fold } from '../model/text';
import { type CatalogSource, selectBrandId, selectCategoryId, whereFilter } from '../tables/product-conditions';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import { type FacetFilter, FacetTally } from './facet-tally';
import { tallyColumns } from './facets-in-columns';
import type { ListMemory } from './list-memory';
import type { ProductStatements } from './product-statements';
import { includesSorted, type SearchMatches } from './search-matches';

// More than a shopper looks through.
const mostValues = 100;
const mostKept = 200;
// On SQLite some milliseconds, in which nobody else reads.
const productsPerStatement = 2000;

/** The conditions that narrow what is read; the tally judges the others, each for its own facet. */
type ReadBy = Pick<ProductFilter, 'ids' | 'sku'>;

/**
 * Counts facets with one look at each published product: in the product columns or, while they are not known and for few
 * products, in the tables, some thousand at a time in the order of their ids, so that no statement takes long however many
 * products there are. What was counted is kept until a change concerns it (behavior 3.15).
 */
export function createFacets({
  source,
  statements,
  matches,
  memory,
  columns,
  loop,
}: {
  source: CatalogSource;
  statements: ProductStatements;
  matches: SearchMatches;
  memory: ListMemory;
  columns: Pick<KeptColumns, 'current'>;
  loop: Pick<EventLoop, 'turn'>;
}): FindFacets {
  const { database, tables } = source;
  const kept = memory.kindOf<Facets>(mostKept);

  /** Null: there is no such brand or category. */
  async function idNamed(kind: 'brand' | 'category', name: string): Promise<number | null> {
    const query = kind === 'brand' ? selectBrandId(source, name) : selectCategoryId(source, name);
    const [id]: unknown[] = await query.pluck(`${kind}.upstream_id`);
    return id === undefined ? null : toNumber(id);
  }

  async function facetFilterOf({ categorySlug, brand, ...filter }: ProductFilter): Promise<FacetFilter> {
    const { minPrice, maxPrice, inStock, onSale } = filter;
    // No product has an id below zero: what does not exist leaves nothing, and other facets still have their counts.
    const [categoryId, brandId] = await Promise.all([
      categorySlug === undefined ? undefined : idNamed('category', categorySlug).then((id) => id ?? -1),
      brand === undefined ? undefined : idNamed('brand', brand).then((id) => id ?? -1),
    ]);
    return { categoryId, brandId, minPrice, maxPrice, inStock, onSale };
  }

  function nextProducts(after: number, { ids, sku }: ReadBy): Knex.QueryBuilder {
    // Along the ids, whose index does not start with the status.
    return whereFilter(statements.published('few'), { ids, sku }, source)
      .where('product.upstream_id', '>', after)
      .orderBy('product.upstream_id')
      .limit(productsPerStatement)
      .select(
        'product.upstream_id',
        'product.brand_id',
        'product.calculated_price',
        'product.in_stock',
        'product.sale_price',
      );
  }

  async function categoriesOf(ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
    const [first = 0, last = 0] = [ids[0], ids[ids.length - 1]];
    const rows: DatabaseRow[] = await database(ownTables.categoryListings)
      .whereBetween('product_id', [first, last])
      .where('category_id', '>', 0)
      .select('product_id', 'category_id');
    const categories = new Map<number, number[]>();
    for (const row of rows) {
      const id = toNumber(row.product_id);
      const known = categories.get(id);
      if (known) known.push(toNumber(row.category_id));
      else categories.set(id, [toNumber(row.category_id)]);
    }
    return categories;
  }

  async function tallyOf(filter: ProductFilter): Promise<FacetTally> {
    const term = fold(filter.search ?? '');
    const [tally, found] = [new FacetTally(await facetFilterOf(filter)), term === '' ? null : await matches.find(term)];
    const known = filter.ids === undefined && filter.sku === undefined ? await columns.current() : null;
    if (known) await tallyColumns(known, { tally, ids: found, loop });
    else await tallyTables(filter, { tally, found });
    return tally;
  }

  async function tallyTables(
    filter: ReadBy,
    { tally, found }: { tally: FacetTally; found: Float64Array | null },
  ): Promise<void> {
    for (let after = 0; ; ) {
      const rows: DatabaseRow[] = await nextProducts(after, filter);
      const ids = rows.map((row) => toNumber(row.upstream_id));
      const categories = ids.length === 0 ? new Map<number, number[]>() : await categoriesOf(ids);
      for (const row of rows) {
        const id = toNumber(row.upstream_id);
        if (found && !includesSorted(found, id)) continue;
        tally.add({
          price: toNumber(row.calculated_price),
          brandId: toNumber(row.brand_id),
          isInStock: toBoolean(row.in_stock),
          isOnSale: row.sale_price !== null,
          categoryIds: categories.get(id) ?? [],
        });
      }
      if (rows.length < productsPerStatement) return;
      after = ids[ids.length - 1] ?? after;
      await loop.turn();
    }
  }

  /** The most frequent of them, with their names; those that are not shown to anybody are left out. */
  async function named(kind: 'brand' | 'category', counts: ReadonlyMap<number, number>): Promise<FacetValue[]> {
    const isShown = (query: Knex.QueryBuilder) =>
      kind === 'brand' ? query.whereNull('withdrawn_at') : query.where('is_visible', true);
    const rows: DatabaseRow[] = await isShown(database(tables.tables[kind])).select('upstream_id', 'title', 'slug');
    return rows
      .flatMap((row) => {
        const id = toNumber(row.upstream_id);
        const count = counts.get(id) ?? 0;
        return count === 0 ? [] : [{ id, title: textOf(row.title), slug: textOf(row.slug), count }];
      })
      .sort((a, b) => b.count - a.count || a.title.localeCompare(b.title) || a.id - b.id)
      .slice(0, mostValues);
  }

  return (filter) => {
    const about = { key: JSON.stringify(filter), dependencies: dependenciesOfFacets(filter) };
    return memory.remember(kept, about, async () => {
      const { total, price, brands, categories, ...counts } = await tallyOf(filter);
      const { inStock, outOfStock, onSale } = counts;
      return {
        total,
        price,
        brands: await named('brand', brands),
        categories: await named('category', categories),
        inStock,
        outOfStock,
        onSale,
      };
    });
  };
}
