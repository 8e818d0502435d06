import { dialectOf } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { EventLoop } from '../../lib/clock';
import type { CatalogSource } from '../tables/product-conditions';
import { storableIds } from '../tables/product-conditions';
import type { FindPage } from './product-pages';
import type { ProductReader, ProductRecord } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';
import { textOf } from '../tables/product-rows';
import type { ProductStatements } from './product-statements';
import { inOrder } from './strapi-prepared-reader';
import type { FindRelated } from './strapi-related-products';
import { whereTextIs } from '../tables/text-conditions';

// SQLite runs within this process; a record with all its variants takes some tenths of a millisecond.
const idsWhileBlocking = 10;

/** Published products, read from Strapi's own tables. */
export function createStrapiProductReader(options: {
  source: CatalogSource;
  statements: ProductStatements;
  findPage: FindPage;
  findRelated: FindRelated;
  loop: Pick<EventLoop, 'turn'>;
}): ProductReader {
  const { source, statements, findPage, findRelated, loop } = options;
  const idsAtOnce = dialectOf(source.database) === 'sqlite' ? idsWhileBlocking : Infinity;
  const { published, onPage, asRecords, recordsOf } = statements;

  const findByIds: ProductReader['findByIds'] = async (ids, depth) => {
    const records: ProductRecord[] = [];
    for (const some of chunksOf(ids, Math.min(ids.length, idsAtOnce))) {
      if (some.length < ids.length) await loop.turn();
      const query = published('few').whereIn('product.upstream_id', storableIds(some));
      const rows: DatabaseRow[] = await asRecords(query, depth);
      records.push(...(await recordsOf(rows)));
    }
    return inOrder(records, ids);
  };

  return {
    findByIds,

    async list({ depth, ...request }) {
      const { total, page } = await findPage(request);
      if (page.kind === 'ids') return { records: await findByIds(page.ids, depth), total };
      const rows: DatabaseRow[] = await asRecords(onPage(page, request), depth);
      return { records: await recordsOf(rows), total };
    },

    async findRelated({ depth, ...request }) {
      const found = await findRelated(request);
      return found && { productId: found.productId, records: await findByIds(found.ids, depth) };
    },

    async findBySlug(slug) {
      const query = asRecords(published('few'), 'details').limit(1);
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
