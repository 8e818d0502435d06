import { toNumber } from '../database/database';
import { tables as ownTables } from '../database/tables';
import type { CatalogSource } from './product-conditions';
import { whereFilter } from './product-conditions';
import type { ProductReader } from './product-reader';
import type { DatabaseRow } from './product-rows';
import { textOf } from './product-rows';
import { createProductStatements } from './product-statements';
import { createRelatedProducts } from './strapi-related-products';
import { whereTextIs } from './text-conditions';

const orderColumns = {
  title: 'product.title_key',
  date: 'product.upstream_created_at',
  price: 'product.calculated_price',
} as const;

/** Published products out of Strapi's own tables. */
export function createStrapiProductReader(source: CatalogSource): ProductReader {
  const statements = createProductStatements(source);
  const { published, publishedRecords, recordsOf } = statements;
  const { findRelated } = createRelatedProducts({ source, statements });

  return {
    findRelated,

    // Three statements: the count, the page, its categories.
    async list({ filter, orderBy, direction, page, pageSize, depth }) {
      const access = filter.ids || filter.sku !== undefined ? 'few' : 'many';
      const counting = published(access).count({ count: '*' });
      whereFilter(counting, filter, source);
      const [counted]: DatabaseRow[] = await counting;
      const total = toNumber(counted?.count);
      const offset = (page - 1) * pageSize;
      if (offset >= total) return { records: [], total };

      const reading = publishedRecords({ access, depth })
        .orderBy(orderColumns[orderBy], direction)
        .orderBy('product.upstream_id', direction);
      whereFilter(reading, filter, source);
      return { records: await recordsOf(await reading.limit(pageSize).offset(offset)), total };
    },

    async findBySlug(slug) {
      const query = publishedRecords({ access: 'few', depth: 'details' }).limit(1);
      whereTextIs(query, { column: 'product.slug', text: slug });
      const [record] = await recordsOf(await query);
      return record?.details ? { ...record, details: record.details } : null;
    },

    async findCurrentSlug(oldSlug) {
      const query = published('few')
        .join({ redirect: ownTables.redirects }, 'redirect.upstream_id', 'product.upstream_id')
        .where('redirect.entity', 'product')
        .select('product.slug');
      whereTextIs(query, { column: 'redirect.slug', text: oldSlug });
      const row: DatabaseRow | undefined = await query.first();
      return row ? textOf(row.slug) : null;
    },
  };
}
