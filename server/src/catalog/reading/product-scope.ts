import type { Knex } from 'knex';
import { alongIndex } from '../../database/index-order';
import { tables as ownTables } from '../../database/tables';
import { type Order, productIndexes, productOrder } from './page';
import { type CatalogSource, selectCategoryId, whereFilter } from '../tables/product-conditions';
import type { ProductFilter } from '../model/product-reader';
import type { ProductStatements } from './product-statements';

/** The products that pass a filter, in a form that can be read in any order. Does not include search. */
export interface ProductScope {
  /** Without columns, order, or limit. */
  query(): Knex.QueryBuilder;
  idColumn: string;
  orderColumn: string;
  /** Whether each order is a single index-only scan. */
  isIndexed: boolean;
}

const listingOrder = { title: 'listing.title_key', date: 'listing.created', price: 'listing.price' } as const;
const listingIndex = {
  title: 'cb_listings_by_title',
  date: 'cb_listings_by_date',
  price: 'cb_listings_by_price',
} as const;

export function createProductScopes({ source, statements }: { source: CatalogSource; statements: ProductStatements }) {
  const { database, tables } = source;

  return function scopeOf(filter: ProductFilter, orderBy: Order['orderBy']): ProductScope {
    const { categorySlug, ...others } = { ...filter, search: undefined };
    const isFiltered = Object.values(others).some((value) => value !== undefined);
    if (categorySlug === undefined) {
      const access = others.ids || others.sku !== undefined ? 'few' : 'many';
      return {
        query: () =>
          isFiltered
            ? whereFilter(statements.published(access), others, source)
            : statements.publishedAlong(productIndexes[orderBy]),
        idColumn: 'product.upstream_id',
        orderColumn: productOrder[orderBy],
        isIndexed: !isFiltered,
      };
    }
    return {
      query: () => {
        const ofCategory = (query: Knex.QueryBuilder) =>
          query.where('listing.category_id', '=', selectCategoryId(source, categorySlug));
        const listings = { table: ownTables.categoryListings, alias: 'listing' };
        if (!isFiltered) return ofCategory(alongIndex(database, { ...listings, index: listingIndex[orderBy] }));
        const query = ofCategory(database({ listing: listings.table }));
        return whereFilter(
          query.join({ product: tables.tables.product }, 'product.upstream_id', 'listing.product_id'),
          others,
          source,
        );
      },
      idColumn: 'listing.product_id',
      orderColumn: listingOrder[orderBy],
      isIndexed: !isFiltered,
    };
  };
}
