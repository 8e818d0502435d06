import type { Core } from '@strapi/strapi';
import { productListQuery } from '../../../contracts/rest/products';
import { createReading } from '../../../server/src/catalog/reading/create-reading';
import { createSearchIndex } from '../../../server/src/catalog/search/search-index';
import { readCatalogTables } from '../../../server/src/catalog/tables';
import { listRequestOf } from '../../../server/src/controllers/product-list-request';
import { machineLoop } from '../../../server/src/lib/clock';
import { createQuietLogger } from '../quiet-logger';
import { aBrand, aCategory, aProduct, type catalogWriter } from '../shops/catalog-items';
import { type ListFacts, type ListShape, queryOfShape } from './list-shapes';

/* A catalog in which many products have the same date, price, or title, and list requests of each shape for it. */

export const shapedProducts = 1500;
const count = shapedProducts;
export const numbers = (length: number) => Array.from({ length }, (_, index) => index);
export const categories = numbers(12).map((at) => aCategory({ id: 700 + at, title: `Shelf ${at}` }));
const brands = numbers(12).map((at) => aBrand({ id: 700 + at, title: `Maker ${at}` }));
const words = ['Amber', 'blue', 'Copper', 'dotted', 'Élan', 'Zoë'];
export const products = numbers(count).map((at) =>
  aProduct({
    id: 10_001 + at,
    title: `${words[(at * 7) % words.length] ?? ''} ${(at * 31) % 97}`,
    slugClaim: `shape-${at}`,
    sku: `SHAPE-${at % 400}`,
    price: 100 + ((at * 13) % 50),
    salePrice: at % 5 === 0 ? 1 + ((at * 17) % 99) : null,
    calculatedPrice: at % 5 === 0 ? 1 + ((at * 17) % 99) : 100 + ((at * 13) % 50),
    inStock: at % 4 !== 0,
    publicationStatus: at % 10 === 9 ? 'draft' : 'publish',
    ...(at % 20 === 19 && { isVisibleElsewhere: true }),
    createdAt: new Date(Date.UTC(2023, 0, 1) + ((at * 11) % 300) * 60_000).toISOString().replace('.000', ''),
    brandId: 700 + (at % 3 === 0 ? 0 : at % 12),
    categoryIds: [700, 701 + (at % 11)],
  }),
);
export const shapedFacts: ListFacts = {
  categories: categories.map(({ slugClaim }) => slugClaim),
  brands: brands.map(({ slugClaim }) => slugClaim),
  prices: products.map(({ calculatedPrice }) => calculatedPrice).sort((a, b) => a - b),
  skus: products.slice(0, 50).map(({ sku }) => sku),
  usual: ['copper 1', 'blue 2', 'about'],
  broad: ['er', 'o', 'about'],
  products: count,
};

/** Writes the catalog. */
export async function fillShapedCatalog(catalog: ReturnType<typeof catalogWriter>): Promise<void> {
  await catalog.write('category', categories);
  await catalog.write('brand', brands);
  for (let from = 0; from < count; from += 250) await catalog.write('product', products.slice(from, from + 250));
}

/** A reader that does not use the product columns, as while they are being loaded. */
export function readingByStatements(strapi: Core.Strapi) {
  const { connection: database } = strapi.db;
  return createReading({
    source: { database, tables: readCatalogTables(strapi) },
    searchIndex: createSearchIndex({ database, logger: createQuietLogger() }),
    loop: machineLoop,
    caller: () => '',
    feed: () => ({ catchUp: () => undefined, isBlind: () => true, lastPoll: () => 0, hasPolledSince: () => false }),
    logger: createQuietLogger(),
  });
}

/** The request that the reader gets for a request of this shape. */
export const requestOfShape = (shape: ListShape, page: number) => {
  const query = queryOfShape(shape, shapedFacts, page);
  const numberOf = (name: string) => (query.has(name) ? { [name]: Number(query.get(name)) } : {});
  const truthOf = (name: string) => (query.has(name) ? { [name]: query.get(name) === 'true' } : {});
  const ids = query
    .get('ids')
    ?.split(',')
    .map((id) => Number(id) + 10_000);
  return listRequestOf(
    productListQuery.parse({
      ...Object.fromEntries(
        ['category', 'brand', 'search', 'sku', 'orderby', 'order'].map((name) => [name, query.get(name) ?? undefined]),
      ),
      ...['per_page', 'min_price', 'max_price'].reduce((all, name) => ({ ...all, ...numberOf(name) }), {}),
      ...['in_stock', 'on_sale'].reduce((all, name) => ({ ...all, ...truthOf(name) }), {}),
      ...(ids && { ids }),
      page,
    }),
  );
};
