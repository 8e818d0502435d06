import type { Knex } from 'knex';
import { toBoolean, toNumber } from '../../database/database';
import type { EventLoop } from '../../lib/clock';
import { dependenciesOfFacets } from '../changes/list-dependencies';
import type { KeptColumns } from '../columns/kept-columns';
import type { Facets, FindFacets } from '../model/find-facets';
import type { ProductFilter } from '../model/product-reader';
import { fold } from '../model/text';
import { type CatalogSource, selectBrandId, selectCategoryId, whereFilter } from '../tables/product-conditions';
import type { DatabaseRow } from '../tables/product-rows';
import { type FacetFilter, FacetTally } from './facet-tally';
import { facetValues, listedCategories } from './facet-values';
import { tallyColumns } from './facets-in-columns';
import type { ListMemory } from './list-memory';
import type { ProductStatements } from './product-statements';
import { includesSorted, type SearchMatches } from './search-matches';
import type { FindShownNames } from './shown-names';

const mostKept = 200;
// On SQLite, this takes some milliseconds, during which all other reads wait.
const productsPerStatement = 2000;

/** The conditions that narrow what is read; the tally checks the others, each for its own facet. */
type ReadBy = Pick<ProductFilter, 'ids' | 'sku'>;

/**
 * Counts facets with one look at each published product: in the product columns or, while these are not loaded and for
 * few products, in the tables, some thousand at a time by id, so that no statement takes long, however many products
 * there are. Counts are kept until a change affects them (behavior 3.15).
 */
export function createFacets({
  source,
  statements,
  matches,
  memory,
  columns,
  findNames,
  loop,
}: {
  source: CatalogSource;
  statements: ProductStatements;
  matches: SearchMatches;
  memory: ListMemory;
  columns: Pick<KeptColumns, 'current'>;
  findNames: FindShownNames;
  loop: Pick<EventLoop, 'turn'>;
}): FindFacets {
  const { database } = source;
  const kept = memory.kindOf<Facets>(mostKept);

  /** Null if there is no such brand or category. */
  async function idNamed(kind: 'brand' | 'category', name: string): Promise<number | null> {
    const query = kind === 'brand' ? selectBrandId(source, name) : selectCategoryId(source, name);
    const [id]: unknown[] = await query.pluck(`${kind}.upstream_id`);
    return id === undefined ? null : toNumber(id);
  }

  async function facetFilterOf(filter: Omit<ProductFilter, 'search' | keyof ReadBy>): Promise<FacetFilter> {
    const { categorySlug, brand, minPrice, maxPrice, inStock, onSale, ...others } = filter;
    // A condition that is not handled here fails to compile.
    void (others satisfies Record<string, never>);
    // No id is negative: an unknown brand or category matches no product, and other facets still have their counts.
    const [categoryId, brandId] = await Promise.all([
      categorySlug === undefined ? undefined : idNamed('category', categorySlug).then((id) => id ?? -1),
      brand === undefined ? undefined : idNamed('brand', brand).then((id) => id ?? -1),
    ]);
    return { categoryId, brandId, minPrice, maxPrice, inStock, onSale };
  }

  function nextProducts(after: number, { ids, sku }: ReadBy): Knex.QueryBuilder {
    // Scans the index of ids, which does not start with the status.
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
      const categories = await listedCategories(database, ids, 'published');
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

  return (filter) => {
    const about = { key: JSON.stringify(filter), dependencies: dependenciesOfFacets(filter) };
    return memory.remember(kept, about, async () => {
      const { brands, categories, ...counts } = (await tallyOf(filter)).counts();
      return {
        ...counts,
        brands: facetValues(await findNames('brand'), brands),
        categories: facetValues(await findNames('category'), categories),
      };
    });
  };
}
