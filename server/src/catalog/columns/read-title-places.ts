import type { Knex } from 'knex';
import { type Database, isMysql, toNumber, type Transaction } from '../../database/database';
import { alongIndex } from '../../database/index-order';
import { chunksOf } from '../../lib/chunks';
import type { DatabaseRow } from '../tables/product-rows';
import type { TitlePlace } from './title-places';

// On MySQL; each takes a seek in the index.
const placesPerStatement = 50;

// A title that changes between two statements would be placed by both its values.
const inOneSnapshot = { isolationLevel: 'repeatable read' } as const;

/** The position of a product in the order by title: values, or columns of an outer query. */
interface Position {
  title: Knex.Value | Knex.Ref<string, Record<string, string>>;
  id: Knex.Value | Knex.Ref<string, Record<string, string>>;
}

/** The positions of these published products in the order by title, sorted by it, read from the index in that order. */
export async function readTitlePlaces(
  database: Database,
  { table, ids }: { table: string; ids: readonly number[] },
): Promise<TitlePlace[]> {
  if (ids.length === 0) return [];
  const rows = isMysql(database)
    ? await database.transaction((transaction) => placesOneByOne(transaction, { table, ids }), inOneSnapshot)
    : await placesTogether(database, { table, ids });
  return rows.map(({ id, behind }) => ({ id: toNumber(id), behind: behind === null ? null : toNumber(behind) }));
}

async function placesTogether(
  database: Database,
  { table, ids }: { table: string; ids: readonly number[] },
): Promise<DatabaseRow[]> {
  const [title, id] = [database.ref('product.title_key'), database.ref('product.upstream_id')];
  return publishedByTitle(database, { table, ids }).select({
    id: 'product.upstream_id',
    behind: lastBefore(database, { table, position: { title, id } }),
  });
}

/**
 * MariaDB seeks in the index only to values: to another row's title, it reads from the last title on, which took ten
 * minutes for 188 of 100,000 products during a sync.
 */
async function placesOneByOne(
  transaction: Transaction,
  { table, ids }: { table: string; ids: readonly number[] },
): Promise<DatabaseRow[]> {
  const products: DatabaseRow[] = await publishedByTitle(transaction, { table, ids }).select({
    id: 'product.upstream_id',
    title: 'product.title_key',
  });
  const rows: DatabaseRow[] = [];
  for (const some of chunksOf(products, placesPerStatement)) {
    const places = some.map(({ id, title }) =>
      transaction.queryBuilder().select(transaction.raw('? as ??', [toNumber(id), 'id']), {
        behind: lastBefore(transaction, { table, position: { title: String(title), id: toNumber(id) } }),
      }),
    );
    const found: DatabaseRow[] = await transaction.queryBuilder().unionAll(places, true);
    const behindOf = new Map(found.map(({ id, behind }) => [toNumber(id), behind]));
    rows.push(...some.map(({ id }) => ({ id, behind: behindOf.get(toNumber(id)) ?? null })));
  }
  return rows;
}

function publishedByTitle(
  database: Database | Transaction,
  { table, ids }: { table: string; ids: readonly number[] },
): Knex.QueryBuilder {
  return database({ product: table })
    .whereIn('product.upstream_id', [...ids])
    .where('product.publication_status', 'publish')
    .orderBy(['product.title_key', 'product.upstream_id']);
}

/** The id of the product that comes right before a position. */
function lastBefore(
  database: Database | Transaction,
  { table, position: { title, id } }: { table: string; position: Position },
): Knex.QueryBuilder {
  return alongIndex(database, { table, alias: 'before', index: 'cb_products_by_title' })
    .where('before.publication_status', 'publish')
    .where('before.title_key', '<=', title)
    .where((earlier) => void earlier.where('before.title_key', '<', title).orWhere('before.upstream_id', '<', id))
    .orderBy([
      { column: 'before.title_key', order: 'desc' },
      { column: 'before.upstream_id', order: 'desc' },
    ])
    .limit(1)
    .select('before.upstream_id');
}
