import type { Knex } from 'knex';
import { z } from 'zod';
import { compileOnce, toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { CategorySlugs } from '../product-index/category-slugs';
import type { CatalogSource } from '../tables/product-conditions';
import type { FindPage } from './product-pages';
import type { ProductReader } from '../model/product-reader';
import type { Presentation, PreparedReader } from './prepared-reader';
import {
  type PreparedItem,
  type PreparedRecord,
  preparedCategoryIds,
  presentPreparedItem,
  presentPreparedProduct,
} from '../views/prepared-view';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import type { ProductStatements } from './product-statements';
import { presentListItem, presentProduct } from '../views/product-view';
import { storeFactsSchema, storeFactsState } from '../shop/store-facts';
import type { FindRelated } from './strapi-related-products';
import { canBeStored, whereTextIs } from '../tables/text-conditions';

/** Prepared text contains only the default fields. */
const withoutGroups = { include: new Set<never>(), currency: null, market: null };

/** The columns of a product that a list item needs. */
export const preparedColumns = ['product.upstream_id', 'product.slug', 'product.content', 'product.prepared_item'];

/** Prepared responses, read from Strapi's own product table. */
export function createStrapiPreparedReader(options: {
  source: CatalogSource;
  statements: ProductStatements;
  findPage: FindPage;
  findRelated: FindRelated;
  categorySlugs: CategorySlugs;
  /** Reads products that were not prepared. */
  products: Pick<ProductReader, 'findBySlug' | 'findByIds'>;
}): PreparedReader {
  const { source, statements, findPage, findRelated, categorySlugs, products } = options;
  const { database } = source;

  const weightUnitOf = createWeightUnitReader();

  const withColumns = (query: Knex.QueryBuilder) => query.select([...preparedColumns, categorySlugs.version()]);

  const rowsBySlug = compileOnce(database, (slug) => {
    const query = withColumns(statements.published('few'))
      .select([
        'product.brand_id',
        'product.prepared_details',
        database(ownTables.state).where({ name: storeFactsState }).select('value').as('store_facts'),
      ])
      .limit(1);
    whereTextIs(query, { column: 'product.slug', text: slug });
    return query;
  });

  async function itemsOf(rows: readonly DatabaseRow[], { productPageAddress }: Presentation): Promise<PreparedItem[]> {
    const [first] = rows;
    if (!first) return [];
    const context = { categorySlugs: await categorySlugs.at(first.categories_version), productPageAddress };
    const unprepared = rows.filter((row) => row.prepared_item === null).map((row) => toNumber(row.upstream_id));
    const fresh = await itemsFromRecords(unprepared, { productPageAddress });
    return rows.flatMap((row) => {
      const record = preparedRecordOf(row);
      return record ? presentPreparedItem(record, context) : (fresh.get(toNumber(row.upstream_id)) ?? []);
    });
  }

  // For records written by an earlier version, or imported from one, and not synced since.
  async function itemsFromRecords(
    ids: readonly number[],
    { productPageAddress }: Presentation,
  ): Promise<Map<number, PreparedItem>> {
    if (ids.length === 0) return new Map();
    const records = await products.findByIds(ids, 'summary');
    const context = { ...withoutGroups, productPageAddress, weightUnit: null };
    return new Map(
      records.map((record) => [record.id, { id: record.id, json: JSON.stringify(presentListItem(record, context)) }]),
    );
  }

  return {
    async list(request, presentation) {
      const { total, page } = await findPage(request);
      if (page.kind === 'ids' && page.ids.length === 0) return { items: [], total };
      const rows: DatabaseRow[] = await withColumns(statements.onPage(page, request));
      const items = await itemsOf(rows, presentation);
      return { items: page.kind === 'ids' ? inOrder(items, page.ids) : items, total };
    },

    async findBySlug(slug) {
      if (!canBeStored(slug)) return null;
      const [row] = await rowsBySlug(slug);
      if (!row) return null;
      const weightUnit = weightUnitOf(row.store_facts);
      const record = preparedRecordOf(row);
      if (record && typeof row.prepared_details === 'string') {
        const context = { categorySlugs: await categorySlugs.at(row.categories_version), weightUnit };
        const item = presentPreparedProduct({ ...record, preparedDetails: row.prepared_details }, context);
        return {
          ...item,
          categoryIds: preparedCategoryIds(record.preparedItem),
          brandId: row.brand_id === null ? null : toNumber(row.brand_id),
        };
      }
      const full = await products.findBySlug(slug);
      if (!full) return null;
      const json = JSON.stringify(presentProduct(full, { ...withoutGroups, productPageAddress: '', weightUnit }));
      return { id: full.id, json, categoryIds: full.details.categoryIds, brandId: full.brand?.id ?? null };
    },

    async findRelated(request, presentation) {
      const found = await findRelated(request);
      if (!found) return null;
      const { ids, ...about } = found;
      if (ids.length === 0) return { ...about, items: [] };
      const rows: DatabaseRow[] = await withColumns(statements.published('few').whereIn('product.upstream_id', ids));
      return { ...about, items: inOrder(await itemsOf(rows, presentation), ids) };
    },
  };
}

/** Null if it was not prepared. @param row with `preparedColumns` */
export function preparedRecordOf(row: DatabaseRow): PreparedRecord | null {
  if (typeof row.prepared_item !== 'string') return null;
  return {
    id: toNumber(row.upstream_id),
    slug: textOf(row.slug),
    content: textOf(row.content),
    preparedItem: row.prepared_item,
  };
}

/** Items or records in the order of the ids; those removed in the meantime are left out. */
export function inOrder<Item extends { id: number }>(items: readonly Item[], ids: readonly number[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The weight unit from the stored store facts: parsed once, and again when they change. */
function createWeightUnitReader(): (facts: unknown) => string | null {
  let known: { facts: string; unit: string | null } | null = null;
  return (facts) => {
    if (typeof facts !== 'string') return null;
    if (known?.facts === facts) return known.unit;
    const parsed = nullableStoreFacts.safeParse(JSON.parse(facts));
    known = { facts, unit: parsed.success ? (parsed.data?.weightUnit ?? null) : null };
    return known.unit;
  };
}

const nullableStoreFacts = z.nullable(storeFactsSchema);
