import type { Database, Transaction } from '../database/database';
import { toNumber } from '../database/database';
import { insertRows } from '../database/insert-rows';
import type { CatalogProduct } from './catalog-types';
import type { MissingLink } from './missing-links';
import type { JoinTable } from './strapi-tables';

/** Row ids of the records a product is related to, those that are cached. */
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

/** Relations product ↔ categories and product → brand, written to Strapi's own link tables. */
export function createProductLinks(tables: LinkTables) {
  return {
    /** Finds the cached records that products name, and which of them are not cached yet. */
    async resolve(transaction: Database | Transaction, products: readonly CatalogProduct[]): Promise<Map<number, ProductLinks>> {
      const categories = await rowIds(transaction, tables.categoryTable, products.flatMap((product) => product.categoryIds));
      const brands = await rowIds(transaction, tables.brandTable, products.flatMap((product) => product.brandId ?? []));

      return new Map(products.map((product) => [product.id, linksOf(product, { categories, brands })]));
    },

    /** What stands in the link tables, by the row ids of products, as `linkRowIds` would tell it. */
    async read(reader: Database | Transaction, productRowIds: readonly number[]): Promise<Map<number, string>> {
      const categories = await linkedRows(reader, tables.categories, productRowIds);
      const brands = await linkedRows(reader, tables.brand, productRowIds);
      return new Map(productRowIds.map((rowId) => [rowId, [...(categories.get(rowId) ?? []), ...(brands.get(rowId) ?? [0])].join()]));
    },

    async remove(transaction: Transaction, productRowIds: readonly number[]): Promise<void> {
      if (productRowIds.length === 0) return;
      for (const joinTable of [tables.categories, tables.brand]) {
        await transaction(joinTable.name).whereIn(joinTable.joinColumn.name, [...productRowIds]).delete();
      }
    },

    /** Relates products, by their row ids. */
    async add(transaction: Transaction, links: ReadonlyMap<number, ProductLinks>): Promise<void> {
      const categoryLinks = [...links].flatMap(([productRowId, { categories }]) =>
        categories.map(({ rowId, position }) => linkRow(tables.categories, { from: productRowId, to: rowId, position })),
      );
      const brandLinks = [...links].flatMap(([productRowId, { brandRowId }]) =>
        brandRowId === null ? [] : [linkRow(tables.brand, { from: productRowId, to: brandRowId, position: 1 })],
      );
      await insertRows(transaction, tables.categories.name, categoryLinks);
      await insertRows(transaction, tables.brand.name, brandLinks);
    },
  };
}

export type ProductLinkTables = ReturnType<typeof createProductLinks>;

/** The related records' row ids as fingerprints take them; none for what has no links. */
export function linkRowIds(links: ProductLinks | null | undefined): number[] {
  return links ? [...links.categories.map(({ rowId }) => rowId), links.brandRowId ?? 0] : [];
}

function linksOf(product: CatalogProduct, cached: { categories: ReadonlyMap<number, number>; brands: ReadonlyMap<number, number> }): ProductLinks {
  const links: ProductLinks = { categories: [], brandRowId: null, missing: [] };
  for (const [index, upstreamId] of product.categoryIds.entries()) {
    const rowId = cached.categories.get(upstreamId);
    const position = index + 1;
    if (rowId === undefined) links.missing.push({ entity: 'category', upstreamId, productId: product.id, position });
    else links.categories.push({ rowId, position });
  }
  if (product.brandId === null) return links;
  links.brandRowId = cached.brands.get(product.brandId) ?? null;
  if (links.brandRowId === null) links.missing.push({ entity: 'brand', upstreamId: product.brandId, productId: product.id, position: 1 });
  return links;
}

async function linkedRows(reader: Database | Transaction, join: JoinTable, productRowIds: readonly number[]): Promise<Map<number, number[]>> {
  if (productRowIds.length === 0) return new Map();
  const rows = await reader(join.name)
    .whereIn(join.joinColumn.name, [...productRowIds])
    .orderBy([...(join.orderColumnName ? [join.orderColumnName] : []), 'id'])
    .select({ from: join.joinColumn.name, to: join.inverseJoinColumn.name });
  const linked = new Map<number, number[]>();
  for (const { from, to } of rows) linked.set(toNumber(from), [...(linked.get(toNumber(from)) ?? []), toNumber(to)]);
  return linked;
}

async function rowIds(database: Database | Transaction, table: string, upstreamIds: readonly number[]): Promise<Map<number, number>> {
  const unique = [...new Set(upstreamIds)];
  const found = new Map<number, number>();
  for (let start = 0; start < unique.length; start += partSize) {
    const rows = await database(table).whereIn('upstream_id', unique.slice(start, start + partSize)).select('id', 'upstream_id');
    for (const row of rows) found.set(toNumber(row.upstream_id), toNumber(row.id));
  }
  return found;
}

// 1000 categories on one product are possible.
const partSize = 400;

function linkRow(joinTable: JoinTable, link: { from: number; to: number; position: number }): Record<string, number> {
  const row: Record<string, number> = { [joinTable.joinColumn.name]: link.from, [joinTable.inverseJoinColumn.name]: link.to };
  if (joinTable.orderColumnName) row[joinTable.orderColumnName] = link.position;
  if (joinTable.inverseOrderColumnName) row[joinTable.inverseOrderColumnName] = link.from;
  return row;
}
