import type { Knex } from 'knex';
import type { EventLoop } from '../../lib/clock';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { ProductColumns } from '../columns/product-columns';
import { selectRelated } from '../columns/select-related';
import type { CatalogSource } from '../tables/product-conditions';
import { storableIds } from '../tables/product-conditions';
import type { RelatedProductsRequest } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';
import { idsOf } from '../tables/product-rows';
import type { ProductStatements } from './product-statements';
import { newestFirst } from './product-statements';
import { whereTextIs } from '../tables/text-conditions';

/** The product whose related products are requested. */
interface Subject {
  id: number;
  brandId: number | null;
  relatedIds: number[];
  categoryIds: number[];
  /** The categories that count; undefined: the visible ones of the catalog. */
  among: ReadonlySet<number> | undefined;
  soldIn: number | undefined;
  columns: ProductColumns | null;
}

/** Null when there is no such product. */
export type FindRelated = (
  request: Pick<RelatedProductsRequest, 'slug' | 'limit'> & {
    /** The categories that count; by default the visible ones of the catalog. */
    categories?: ReadonlySet<number> | undefined;
    /** Only members in this part are considered. If there are few, whole categories and the whole brand are scanned. */
    soldIn?: number | undefined;
    /** The products that can be related; without them, only some of large categories are considered. */
    columns?: ProductColumns | null;
  },
) => Promise<RelatedIds | null>;

export interface RelatedIds {
  /** The product that these are related to. */
  productId: number;
  /** Upstream ids in order. */
  ids: number[];
  /** Whether others may belong there: the columns were not loaded, and not all products could be considered. */
  isProvisional: boolean;
}

/** Some of the related products. */
interface Candidates {
  ids: number[];
  isProvisional?: boolean;
}

// While the columns are not loaded, at most this many categories are considered, and the newest products of each as
// candidates: a category with half the catalog must not cost more than one with ten products. Categories that a candidate
// shares with the product are counted across all categories.
const mostCompeting = 200;
const mostCategories = 10;

/**
 * Finds related products (behavior 3.4): upstream's own first, in their order; then those that share the most visible
 * categories, with ties going to the same brand and then to the newest; then the brand's newest. Never the product
 * itself, never a draft. Without `soldIn`, the database's work does not grow with the size of the categories or the brand.
 */
export function createRelatedProducts({
  source,
  statements,
  loop,
}: {
  source: CatalogSource;
  statements: ProductStatements;
  loop: Pick<EventLoop, 'turn'>;
}): FindRelated {
  const { database, tables } = source;
  const { published, listKeysOf } = statements;

  async function findSubject(slug: string, of: Pick<Subject, 'among' | 'soldIn' | 'columns'>): Promise<Subject | null> {
    const query = published('few').select(
      'product.upstream_id',
      'product.related_ids',
      'product.category_ids',
      'product.brand_id',
    );
    whereTextIs(query, { column: 'product.slug', text: slug });
    const row: DatabaseRow | undefined = await query.first();
    if (!row) return null;
    return {
      id: toNumber(row.upstream_id),
      brandId: row.brand_id === null ? null : toNumber(row.brand_id),
      relatedIds: storableIds(idsOf(row.related_ids)),
      categoryIds: storableIds(idsOf(row.category_ids)),
      ...of,
    };
  }

  /** Keeps only the part's members, if a part is given. */
  function whereSold(query: Knex.QueryBuilder, { soldIn }: Subject, productId: string): Knex.QueryBuilder {
    if (soldIn === undefined) return query;
    return query.join({ member: ownTables.marketMembers }, (join) => {
      join.on('member.product_id', productId).andOnVal('member.part_id', soldIn);
    });
  }

  async function explicitlyRelated({ relatedIds }: Subject): Promise<Candidates> {
    if (relatedIds.length === 0) return { ids: [] };
    const found: unknown[] = await published('few')
      .whereIn('product.upstream_id', relatedIds)
      .pluck('product.upstream_id');
    const listed = new Set(found.map(toNumber));
    return { ids: [...new Set(relatedIds)].filter((id) => listed.has(id)) };
  }

  async function visibleAmong(categoryIds: readonly number[]): Promise<number[]> {
    const visible: unknown[] = await database(tables.tables.category)
      .whereIn('upstream_id', [...categoryIds])
      .where('is_visible', true)
      .orderBy('upstream_id')
      .pluck('upstream_id');
    return visible.map(toNumber);
  }

  async function categoriesThatCount({ categoryIds, among }: Subject): Promise<number[]> {
    if (categoryIds.length === 0) return [];
    return among ? categoryIds.filter((id) => among.has(id)).sort((a, b) => a - b) : visibleAmong(categoryIds);
  }

  /** The newest products of the first of these categories. */
  async function competing(subject: Subject, categories: readonly number[]): Promise<Required<Candidates>> {
    const newestOf = (categoryId: number) =>
      whereSold(database({ listing: ownTables.categoryListings }), subject, 'listing.product_id')
        .whereIn('listing.category_id', listKeysOf(categoryId))
        .orderBy([
          { column: 'listing.created', order: 'desc' },
          { column: 'listing.product_id', order: 'desc' },
        ])
        .limit(mostCompeting)
        .select('listing.category_id', 'listing.product_id')
        .as('newest');
    const branches = categories
      .slice(0, mostCategories)
      .map((categoryId) => database.select('*').from(newestOf(categoryId)));
    const rows: DatabaseRow[] = branches.length === 0 ? [] : await database.unionAll(branches);
    return {
      ids: [...new Set(rows.map((row) => toNumber(row.product_id)))],
      isProvisional: categories.length > mostCategories || rows.length >= mostCompeting,
    };
  }

  async function sharingCategories(subject: Subject, limit: number): Promise<Candidates> {
    const categories = await categoriesThatCount(subject);
    const { columns, brandId } = subject;
    if (columns) return { ids: await selectRelated(columns, { categoryIds: categories, brandId, limit }, loop) };
    const { ids, isProvisional } = await competing(subject, categories);
    if (ids.length === 0) return { ids, isProvisional };
    const found: unknown[] = await database({ shared: ownTables.categoryListings })
      .join({ product: tables.tables.product }, 'product.upstream_id', 'shared.product_id')
      .whereIn('shared.product_id', ids)
      .whereIn('shared.category_id', categories.flatMap(listKeysOf))
      .groupBy('shared.product_id', 'shared.created', 'product.brand_id')
      .orderByRaw('count(*) desc')
      .orderByRaw('case when ?? = ? then 0 else 1 end', ['product.brand_id', brandId ?? 0])
      .orderBy([
        { column: 'shared.created', order: 'desc' },
        { column: 'shared.product_id', order: 'desc' },
      ])
      .limit(limit)
      .pluck('shared.product_id');
    return { ids: found.map(toNumber), isProvisional };
  }

  async function sharingBrand(subject: Subject, limit: number): Promise<Candidates> {
    const { brandId } = subject;
    if (brandId === null) return { ids: [] };
    const found: unknown[] = await whereSold(published('few'), subject, 'product.upstream_id')
      .where('product.brand_id', brandId)
      .orderBy(newestFirst)
      .limit(limit)
      .pluck('product.upstream_id');
    return { ids: found.map(toNumber) };
  }

  return async function findRelated({ slug, limit, categories, soldIn, columns = null }) {
    const subject = await findSubject(slug, { among: categories, soldIn, columns });
    if (!subject) return null;

    const ids: number[] = [];
    let isProvisional = false;
    for (const candidates of [explicitlyRelated, sharingCategories, sharingBrand]) {
      if (ids.length >= limit) break;
      // These may include products already picked, and the product itself.
      const found = await candidates(subject, limit + ids.length + 1);
      ids.push(...found.ids.filter((id) => id !== subject.id && !ids.includes(id)));
      isProvisional ||= found.isProvisional === true;
    }
    return { productId: subject.id, ids: ids.slice(0, limit), isProvisional };
  };
}
