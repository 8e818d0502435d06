import { dialectOf } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { EventLoop } from '../../lib/clock';
import { inPieces } from '../../lib/in-pieces';
import { createInTurn } from '../../lib/in-turn';
import type { CatalogSource } from '../tables/product-conditions';
import { storableIds } from '../tables/product-conditions';
import type { ProductListPage } from './page';
import type { FindPage } from './product-pages';
import type { ProductDepth, ProductListRequest, ProductReader, ProductRecord } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';
import { textOf } from '../tables/product-rows';
import type { ProductStatements } from './product-statements';
import { inOrder } from './strapi-prepared-reader';
import type { FindRelated } from './strapi-related-products';
import { whereTextIs } from '../tables/text-conditions';

// A record with all its variants takes some tenths of a millisecond to process; on SQLite, which runs in this process,
// it takes as long again to read.
const pieceSize = 10;

/** Published products, read from Strapi's own tables. */
export function createStrapiProductReader(options: {
  source: CatalogSource;
  statements: ProductStatements;
  findPage: FindPage;
  findRelated: FindRelated;
  loop: Pick<EventLoop, 'turn'>;
  /** Identifies the caller on whose behalf the code runs. */
  caller: () => string;
}): ProductReader {
  const { source, statements, findPage, findRelated, loop, caller } = options;
  const isBlocking = dialectOf(source.database) === 'sqlite';
  const inTurn = createInTurn(caller);
  const { published, onPage, asRecords, recordsOf } = statements;

  async function* readByIds(ids: readonly number[], depth: ProductDepth): AsyncGenerator<ProductRecord[], void> {
    for await (const some of inPieces(ids, { size: isBlocking ? pieceSize : ids.length, loop })) {
      const query = published('few').whereIn('product.upstream_id', storableIds(some));
      const rows: DatabaseRow[] = await asRecords(query, depth);
      yield inOrder(await recordsOf(rows), some);
    }
  }

  const findByIds: ProductReader['findByIds'] = async (ids, depth) => {
    const records: ProductRecord[] = [];
    for await (const some of readByIds(ids, depth)) records.push(...some);
    return records;
  };

  async function readPage(page: ProductListPage, { depth, ...request }: ProductListRequest): Promise<ProductRecord[]> {
    if (page.kind === 'ids') return findByIds(page.ids, depth);
    const rows: DatabaseRow[] = await asRecords(onPage(page, request), depth);
    return recordsOf(rows);
  }

  return {
    findByIds,

    async list(request) {
      const { total, page } = await findPage(request);
      return { records: await readPage(page, request), total };
    },

    async listInPieces(request) {
      const { total, page } = await findPage(request);
      // A database server reads for several callers at a time; SQLite runs one statement after the other anyway.
      const pieces =
        page.kind === 'ids' && isBlocking
          ? readByIds(page.ids, request.depth)
          : inPieces(await readPage(page, request), { size: pieceSize, loop });
      return { total, pieces: request.pageSize > pieceSize ? inTurn(pieces) : pieces };
    },

    async findRelated({ depth, ...request }) {
      const found = await findRelated(request);
      if (!found) return null;
      const { productId, ids, isProvisional } = found;
      return { productId, records: await findByIds(ids, depth), isProvisional };
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
