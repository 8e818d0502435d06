import type { Knex } from 'knex';
import { toNumber } from '../database/database';
import type { CatalogSource } from './product-conditions';
import { storableIds } from './product-conditions';
import type { ProductDepth, ProductRecord, RelatedProductsRequest } from './product-reader';
import type { DatabaseRow } from './product-rows';
import { idsOf } from './product-rows';
import type { ProductStatements } from './product-statements';
import { newestFirst } from './product-statements';
import { whereTextIs } from './text-conditions';

/** The product whose related ones are asked for. */
interface Subject {
  rowId: number;
  id: number;
  brandId: number | null;
  relatedIds: number[];
}

/**
 * Finds related products (decisions 3): upstream's own first, in their order; then those that share the most visible
 * categories, among equals the same brand and then the newest first; then the brand's newest. Never the product
 * itself, never a draft. At most five statements.
 */
export function createRelatedProducts({ source, statements }: { source: CatalogSource; statements: ProductStatements }) {
  const { database, tables } = source;
  const { published, publishedRecords, recordsOf } = statements;

  /** Null when there is no such product. */
  async function findRelated({ slug, limit, depth }: RelatedProductsRequest): Promise<ProductRecord[] | null> {
    const subject = await findSubject(slug);
    if (!subject) return null;

    const rows = (await explicitlyRelated(subject, depth)).slice(0, limit);
    for (const candidates of [sharingCategories, sharingBrand]) {
      const query = rows.length < limit ? candidates(subject, depth) : null;
      if (!query) continue;
      const taken = [subject.id, ...rows.map((row) => toNumber(row.upstream_id))];
      const found: DatabaseRow[] = await query.whereNotIn('product.upstream_id', taken).limit(limit - rows.length);
      rows.push(...found);
    }
    return recordsOf(rows);
  }

  async function findSubject(slug: string): Promise<Subject | null> {
    const query = published('few').select('product.id', 'product.upstream_id', 'product.related_ids', 'product.brand_id');
    whereTextIs(query, { column: 'product.slug', text: slug });
    const row: DatabaseRow | undefined = await query.first();
    if (!row) return null;
    return {
      rowId: toNumber(row.id),
      id: toNumber(row.upstream_id),
      brandId: row.brand_id === null ? null : toNumber(row.brand_id),
      relatedIds: storableIds(idsOf(row.related_ids)),
    };
  }

  async function explicitlyRelated({ id, relatedIds }: Subject, depth: ProductDepth): Promise<DatabaseRow[]> {
    if (relatedIds.length === 0) return [];
    const rows: DatabaseRow[] = await publishedRecords({ access: 'few', depth })
      .whereIn('product.upstream_id', relatedIds)
      .whereNot('product.upstream_id', id);
    const byId = new Map(rows.map((row) => [toNumber(row.upstream_id), row]));
    return [...new Set(relatedIds)].map((relatedId) => byId.get(relatedId)).filter((row) => row !== undefined);
  }

  function sharingCategories({ rowId, brandId }: Subject, depth: ProductDepth): Knex.QueryBuilder {
    const { name, joinColumn, inverseJoinColumn } = tables.productCategories;
    const ofSubject = database(name).where(joinColumn.name, rowId).select(inverseJoinColumn.name);
    const sharing = database({ link: name })
      .join({ category: tables.tables.category }, 'category.id', `link.${inverseJoinColumn.name}`)
      .where('category.is_visible', true)
      .whereIn(`link.${inverseJoinColumn.name}`, ofSubject)
      .select({ product_row_id: `link.${joinColumn.name}` })
      .count({ shared: '*' })
      .groupBy(`link.${joinColumn.name}`)
      .as('sharing');
    return publishedRecords({ access: 'few', depth })
      .join(sharing, 'sharing.product_row_id', 'product.id')
      .orderBy('sharing.shared', 'desc')
      .orderByRaw('case when ?? = ? then 0 else 1 end', ['product.brand_id', brandId ?? 0])
      .orderBy(newestFirst);
  }

  function sharingBrand({ brandId }: Subject, depth: ProductDepth): Knex.QueryBuilder | null {
    if (brandId === null) return null;
    return publishedRecords({ access: 'few', depth }).where('product.brand_id', brandId).orderBy(newestFirst);
  }

  return { findRelated };
}
