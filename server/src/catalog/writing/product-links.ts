import type { Database, Transaction } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { shareRecords } from '../tables/share-records';
import type { CatalogProduct } from '../model/catalog-types';
import type { MissingLink, NamedEntity } from './missing-links';
import type { JoinTable } from '../tables/strapi-tables';
import { chunksOf } from '../../lib/chunks';

/** Row ids of the cached records that a product is related to. */
export interface ProductLinks {
  categories: { rowId: number; position: number }[];
  brandRowId: number | null;
  missing: MissingLink[];
}

interface LinkTables {
  categoryTable: string;
  brandTable: string;
  categories: JoinTable;
  brand: JoinTable;
}

/** Row ids of cached records by their upstream ids. */
interface NamedRows {
  categories: Map<number, number>;
  brands: Map<number, number>;
}

/** Relations product ↔ categories and product → brand, written to Strapi's own link tables. */
export function createProductLinks(tables: LinkTables) {
  async function namedRows(reader: Database | Transaction, products: readonly CatalogProduct[]): Promise<NamedRows> {
    return {
      categories: await rowIds(reader, tables.categoryTable, categoriesOf(products)),
      brands: await rowIds(reader, tables.brandTable, brandsOf(products)),
    };
  }

  return {
    /** Finds the cached records that products reference, and reports which ones are not cached yet. */
    async resolve(
      reader: Database | Transaction,
      products: readonly CatalogProduct[],
    ): Promise<Map<number, ProductLinks>> {
      return linksOfAll(products, await namedRows(reader, products));
    },

    /**
     * Like `resolve`, for products that the transaction writes. Missing records are locked until the transaction ends:
     * a concurrent transaction that creates one either waits, and then finds these products waiting for it, or was
     * faster, and its record is found now.
     */
    async resolveAndHold(
      transaction: Transaction,
      products: readonly CatalogProduct[],
    ): Promise<Map<number, ProductLinks>> {
      const found = await namedRows(transaction, products);
      // SQLite has one writer at a time.
      if (dialectOf(transaction) === 'sqlite') return linksOfAll(products, found);
      await findLate(transaction, {
        entity: 'category',
        table: tables.categoryTable,
        ids: categoriesOf(products),
        found: found.categories,
      });
      await findLate(transaction, {
        entity: 'brand',
        table: tables.brandTable,
        ids: brandsOf(products),
        found: found.brands,
      });
      return linksOfAll(products, found);
    },

    /** The contents of the link tables, by product row id, in the form of `linkRowIds`. */
    async read(reader: Database | Transaction, productRowIds: readonly number[]): Promise<Map<number, string>> {
      const categories = await linkedRows(reader, tables.categories, productRowIds);
      const brands = await linkedRows(reader, tables.brand, productRowIds);
      return new Map(
        productRowIds.map((rowId) => [rowId, [...(categories.get(rowId) ?? []), ...(brands.get(rowId) ?? [0])].join()]),
      );
    },

    async remove(transaction: Transaction, productRowIds: readonly number[]): Promise<void> {
      if (productRowIds.length === 0) return;
      for (const joinTable of [tables.categories, tables.brand]) {
        await transaction(joinTable.name)
          .whereIn(joinTable.joinColumn.name, [...productRowIds])
          .delete();
      }
    },

    /** Links products, by row id. */
    async add(transaction: Transaction, links: ReadonlyMap<number, ProductLinks>): Promise<void> {
      const categoryLinks = [...links].flatMap(([productRowId, { categories }]) =>
        categories.map(({ rowId, position }) =>
          linkRow(tables.categories, { from: productRowId, to: rowId, position }),
        ),
      );
      const brandLinks = [...links].flatMap(([productRowId, { brandRowId }]) =>
        brandRowId === null ? [] : [linkRow(tables.brand, { from: productRowId, to: brandRowId, position: 1 })],
      );
      await insertRows(transaction, tables.categories.name, { rows: categoryLinks });
      await insertRows(transaction, tables.brand.name, { rows: brandLinks });
    },
  };
}

export type ProductLinkTables = ReturnType<typeof createProductLinks>;

/** The related records' row ids as input for fingerprints; none for kinds without links. */
export function linkRowIds(links: ProductLinks | null | undefined): number[] {
  return links ? [...links.categories.map(({ rowId }) => rowId), links.brandRowId ?? 0] : [];
}

const categoriesOf = (products: readonly CatalogProduct[]) => products.flatMap((product) => product.categoryIds);
const brandsOf = (products: readonly CatalogProduct[]) => products.flatMap((product) => product.brandId ?? []);

function linksOfAll(products: readonly CatalogProduct[], cached: NamedRows): Map<number, ProductLinks> {
  return new Map(products.map((product) => [product.id, linksOf(product, cached)]));
}

function linksOf(product: CatalogProduct, cached: NamedRows): ProductLinks {
  const links: ProductLinks = { categories: [], brandRowId: null, missing: [] };
  for (const [index, upstreamId] of product.categoryIds.entries()) {
    const rowId = cached.categories.get(upstreamId);
    const position = index + 1;
    if (rowId === undefined) links.missing.push({ entity: 'category', upstreamId, productId: product.id, position });
    else links.categories.push({ rowId, position });
  }
  if (product.brandId === null) return links;
  links.brandRowId = cached.brands.get(product.brandId) ?? null;
  if (links.brandRowId === null)
    links.missing.push({ entity: 'brand', upstreamId: product.brandId, productId: product.id, position: 1 });
  return links;
}

async function linkedRows(
  reader: Database | Transaction,
  join: JoinTable,
  productRowIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (productRowIds.length === 0) return new Map();
  const rows = await reader(join.name)
    .whereIn(join.joinColumn.name, [...productRowIds])
    .orderBy([...(join.orderColumnName ? [join.orderColumnName] : []), 'id'])
    .select({ from: join.joinColumn.name, to: join.inverseJoinColumn.name });
  const linked = new Map<number, number[]>();
  for (const { from, to } of rows) linked.set(toNumber(from), [...(linked.get(toNumber(from)) ?? []), toNumber(to)]);
  return linked;
}

/** Locks the records that were not found, then looks for them again. */
async function findLate(
  transaction: Transaction,
  {
    entity,
    table,
    ids,
    found,
  }: { entity: NamedEntity; table: string; ids: readonly number[]; found: Map<number, number> },
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !found.has(id));
  if (missing.length === 0) return;
  await shareRecords(transaction, { entity, ids: missing });
  for (const [upstreamId, rowId] of await rowIds(transaction, table, missing)) found.set(upstreamId, rowId);
}

async function rowIds(
  database: Database | Transaction,
  table: string,
  upstreamIds: readonly number[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const some of chunksOf([...new Set(upstreamIds)], partSize)) {
    const rows = await database(table).whereIn('upstream_id', some).select('id', 'upstream_id');
    for (const row of rows) found.set(toNumber(row.upstream_id), toNumber(row.id));
  }
  return found;
}

// A product may have 1,000 categories.
const partSize = 400;

function linkRow(joinTable: JoinTable, link: { from: number; to: number; position: number }): Record<string, number> {
  const row: Record<string, number> = {
    [joinTable.joinColumn.name]: link.from,
    [joinTable.inverseJoinColumn.name]: link.to,
  };
  if (joinTable.orderColumnName) row[joinTable.orderColumnName] = link.position;
  if (joinTable.inverseOrderColumnName) row[joinTable.inverseOrderColumnName] = link.from;
  return row;
}
