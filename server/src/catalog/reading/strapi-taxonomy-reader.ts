import type { Knex } from 'knex';
import { toNumber } from '../../database/database';
import { alongIndex } from '../../database/index-order';
import { tables as ownTables } from '../../database/tables';
import type { CatalogSource } from '../tables/product-conditions';
import { selectBrandId } from '../tables/product-conditions';
import type { RecordReference } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';
import { textOf } from '../tables/product-rows';
import type { ProductStatements } from './product-statements';
import type {
  BrandName,
  CollectionItem,
  MovedRecord,
  TaxonomyItem,
  TaxonomyPage,
  TaxonomyReader,
} from '../model/taxonomy-reader';
import { whereTextIs } from '../tables/text-conditions';

const byTitle = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.orderByRaw('lower(??)', ['brand.title']).orderBy('brand.upstream_id');

const storeOrder = {
  sql: '??, lower(??), ??',
  columns: ['category.sort_order', 'category.title', 'category.upstream_id'],
};
const inStoreOrder = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.orderByRaw(storeOrder.sql, storeOrder.columns);
const ofCollection = ['category.id', 'category.upstream_id', 'category.title', 'category.slug', 'category.sort_order'];

/** Brands and visible categories, read from Strapi's own tables. */
export function createStrapiTaxonomyReader({
  source,
  statements: { published, publishedFew },
}: {
  source: CatalogSource;
  statements: ProductStatements;
}): TaxonomyReader {
  const { database, tables } = source;
  const { category, brand, product } = tables.tables;
  const visibleCategories = (): Knex.QueryBuilder => database({ category }).where('category.is_visible', true);

  /** Published products by upstream brand id. */
  async function countByBrand(rows: readonly DatabaseRow[], scope: Scope): Promise<Map<number, number>> {
    // By the brand index, which includes the status: `few` keeps SQLite from using the status index.
    const query = published('few')
      .select({ key: 'product.brand_id' })
      .count({ count: '*' })
      .groupBy('product.brand_id');
    if (scope === 'these')
      query.whereIn(
        'product.brand_id',
        rows.map((row) => toNumber(row.upstream_id)),
      );
    return countsOf(await query);
  }

  /** Published products by upstream id of the category they are assigned to. */
  async function countByCategory(rows: readonly DatabaseRow[], scope: Scope): Promise<Map<number, number>> {
    const query = database(ownTables.categoryListings)
      .select({ key: 'category_id' })
      .count({ count: '*' })
      .groupBy('category_id');
    if (scope === 'these')
      query.whereIn(
        'category_id',
        rows.map((row) => toNumber(row.upstream_id)),
      );
    return countsOf(await query);
  }

  async function collectionItems(rows: readonly DatabaseRow[], scope: Scope): Promise<CollectionItem[]> {
    const counts = await countByCategory(rows, scope);
    return rows.map((row) => collectionOf(row, counts));
  }

  function whereBrandIs(query: Knex.QueryBuilder, named: BrandName): Knex.QueryBuilder {
    if (typeof named === 'string') return query.where('brand.upstream_id', '=', selectBrandId(source, named));
    void query.whereNull('brand.withdrawn_at');
    if ('id' in named) return query.where('brand.upstream_id', named.id);
    return query.where((slug) => whereTextIs(slug, { column: 'brand.slug', text: named.slug }));
  }

  return {
    async listBrands(page) {
      const { rows, total } = await readPage(
        database({ brand })
          .whereNull('brand.withdrawn_at')
          .select('brand.id', 'brand.upstream_id', 'brand.title', 'brand.slug'),
        { page, order: byTitle },
      );
      const counts = await countByBrand(rows, page ? 'these' : 'all');
      return { items: rows.map((row) => itemOf(row, counts)), total };
    },

    async findBrand(named, mostProducts) {
      const row: DatabaseRow | undefined = await whereBrandIs(database({ brand }), named).first();
      if (!row) return null;
      const id = toNumber(row.upstream_id);
      const counts = await countByBrand([row], 'these');
      // Along an index in this order, so that the database also stops after this many.
      const products: DatabaseRow[] = await publishedFew(
        alongIndex(database, { table: product, alias: 'product', index: 'cb_products_brand_by_title' }),
      )
        .where('product.brand_id', id)
        .select('product.upstream_id', 'product.title', 'product.slug', 'product.price')
        .orderBy(['product.title_key', 'product.upstream_id'])
        .limit(mostProducts);
      return {
        ...referenceOf(row),
        productCount: counts.get(id) ?? 0,
        content: textOf(row.content),
        products: products.map((item) => ({ ...referenceOf(item), price: toNumber(item.price) })),
      };
    },

    async findMovedBrand(oldSlug) {
      const query = database({ brand })
        .join({ redirect: ownTables.redirects }, 'redirect.upstream_id', 'brand.upstream_id')
        .where('redirect.entity', 'brand')
        .whereNull('brand.withdrawn_at');
      return movedRecord(query, { table: 'brand', oldSlug });
    },

    async listCollections(page) {
      const { rows, total } = await readPage(visibleCategories().select(ofCollection), {
        page,
        order: inStoreOrder,
      });
      return { items: await collectionItems(rows, page ? 'these' : 'all'), total };
    },

    async listCollectionTree(page) {
      const withParents = visibleCategories().leftJoin({ above: category }, (join) =>
        join.on('above.upstream_id', 'category.parent_id').onVal('above.is_visible', true),
      );
      // Window functions run before the limit: positions count all categories.
      const position = database.raw(`row_number() over (partition by ?? order by ${storeOrder.sql}) as ??`, [
        'above.upstream_id',
        ...storeOrder.columns,
        'position',
      ]);
      const { rows, total } = await readPage(
        withParents.select([...ofCollection, { parent_slug: 'above.slug' }, position]),
        { page, order: inStoreOrder },
      );
      const counts = await countByCategory(rows, page ? 'these' : 'all');
      const items = rows.map((row) => ({
        ...collectionOf(row, counts),
        parentSlug: row.parent_slug === null ? null : textOf(row.parent_slug),
        position: toNumber(row.position),
      }));
      return { items, total };
    },

    async findCollection(slug) {
      const finding = visibleCategories().select('category.*');
      whereTextIs(finding, { column: 'category.slug', text: slug });
      const row: DatabaseRow | undefined = await finding.first();
      if (!row) return null;

      const id = toNumber(row.upstream_id);
      const parentId = row.parent_id === null ? null : toNumber(row.parent_id);
      const neighbors: DatabaseRow[] = await inStoreOrder(
        visibleCategories()
          .where((either) => {
            either.where('category.parent_id', id);
            if (parentId !== null) either.orWhere('category.upstream_id', parentId);
          })
          .select([...ofCollection, 'category.parent_id']),
      );
      const above = neighbors.find((neighbor) => toNumber(neighbor.upstream_id) === parentId);
      const below = neighbors.filter((neighbor) => neighbor !== above);
      const [own, ...children] = await collectionItems([row, ...below], 'these');
      if (!own) return null;
      return {
        ...own,
        content: textOf(row.content),
        imageUrl: textOf(row.image_url),
        parent: above ? referenceOf(above) : null,
        children,
      };
    },

    async findCurrentCollectionSlug(oldSlug) {
      const query = visibleCategories()
        .join({ redirect: ownTables.redirects }, 'redirect.upstream_id', 'category.upstream_id')
        .where('redirect.entity', 'category');
      return (await movedRecord(query, { table: 'category', oldSlug }))?.slug ?? null;
    },
  };
}

/** The record in this table that the old slug redirects to. */
async function movedRecord(
  redirects: Knex.QueryBuilder,
  { table, oldSlug }: { table: string; oldSlug: string },
): Promise<MovedRecord | null> {
  const query = redirects.select(`${table}.upstream_id`, `${table}.slug`);
  whereTextIs(query, { column: 'redirect.slug', text: oldSlug });
  const row: DatabaseRow | undefined = await query.first();
  return row ? { id: toNumber(row.upstream_id), slug: textOf(row.slug) } : null;
}

/** Whether to count for the given rows or for all, which would be too many ids for one statement. */
type Scope = 'these' | 'all';

async function readPage(
  query: Knex.QueryBuilder,
  { page, order }: { page: TaxonomyPage | undefined; order: (query: Knex.QueryBuilder) => Knex.QueryBuilder },
): Promise<{ rows: DatabaseRow[]; total: number }> {
  const ordered = order(query.clone());
  if (!page) {
    const rows: DatabaseRow[] = await ordered;
    return { rows, total: rows.length };
  }
  const [counted]: DatabaseRow[] = await query.clone().clearSelect().count({ count: '*' });
  const rows: DatabaseRow[] = await ordered.limit(page.pageSize).offset((page.page - 1) * page.pageSize);
  return { rows, total: toNumber(counted?.count) };
}

function referenceOf(row: DatabaseRow): RecordReference {
  return { id: toNumber(row.upstream_id), title: textOf(row.title), slug: textOf(row.slug) };
}

function itemOf(row: DatabaseRow, counts: ReadonlyMap<number, number>): TaxonomyItem {
  return { ...referenceOf(row), productCount: counts.get(toNumber(row.upstream_id)) ?? 0 };
}

function collectionOf(row: DatabaseRow, counts: ReadonlyMap<number, number>): CollectionItem {
  return { ...itemOf(row, counts), sortOrder: toNumber(row.sort_order) };
}

function countsOf(rows: readonly DatabaseRow[]): Map<number, number> {
  return new Map(rows.map((row) => [toNumber(row.key), toNumber(row.count)]));
}
