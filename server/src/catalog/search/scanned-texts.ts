import type { Knex } from 'knex';
import { type Database, dialectOf, toNumber } from '../../database/database';
import { whereTextContains } from '../tables/text-conditions';
import type { FoundIds } from './search-port';

// Reading this many rows of a driver's result takes a few milliseconds.
const pieceSize = 4000;

/**
 * Products whose folded text contains a term, on a database server: PostgreSQL uses its index, if there is one, and
 * MySQL scans the texts.
 * @param texts a query for the texts, with the columns `product_id` and `search_text`
 */
export async function* scanTexts(database: Database, texts: () => Knex.QueryBuilder, term: string): FoundIds {
  if (dialectOf(database) === 'postgres') {
    const pattern = `%${term.replaceAll(/[|%_]/g, '|$&')}%`;
    yield await readAtOnce(database, texts().whereRaw("?? like ? escape '|'", ['search_text', pattern]));
    return;
  }
  for (let after: number | null = 0; after !== null; ) {
    const found: unknown[] = await whereContains(texts(), term)
      .where('product_id', '>', after)
      .orderBy('product_id')
      .limit(pieceSize)
      .pluck('product_id');
    const ids = found.map(toNumber);
    yield ids;
    after = ids.length < pieceSize ? null : (ids.at(-1) ?? null);
  }
}

/** For MySQL. Compares bytes, as the column's collation does, which takes half as long as comparing characters. */
export const whereContains = (query: Knex.QueryBuilder, term: string): Knex.QueryBuilder =>
  query.whereRaw('locate(cast(? as binary), cast(?? as binary)) > 0', [term, 'search_text']);

/**
 * The given products whose folded text contains the term, ascending; reads each text. On PostgreSQL, the ids are one
 * value: planning a list of thousands takes twice as long as reading the texts. On MySQL, they are inlined in the
 * statement, since thousands of parameters take longer than the search.
 */
export async function scanTextsOf(
  texts: Knex.QueryBuilder,
  { database, ids, term }: { database: Database; ids: Float64Array; term: string },
): Promise<Float64Array> {
  whereTextContains(texts, { column: 'search_text', text: term });
  if (dialectOf(database) === 'postgres')
    return readAtOnce(database, texts.whereRaw('product_id = any(?::bigint[])', [`{${ids.join(',')}}`]));
  const found: unknown[] = await texts.whereRaw(`product_id in (${ids.join(', ')})`).pluck('product_id');
  // Sorted here, since MariaDB would use a temporary table.
  return Float64Array.from(found, toNumber).sort();
}

/** On PostgreSQL, reads ids as one value: a row for each would take the driver ten times as long. */
async function readAtOnce(database: Database, query: Knex.QueryBuilder): Promise<Float64Array> {
  const [row]: { ids: Buffer | null }[] = await query.select(
    database.raw("string_agg(int8send(??), ''::bytea) as ids", ['product_id']),
  );
  const bytes = row?.ids ?? Buffer.alloc(0);
  const ids = new Float64Array(bytes.length / 8);
  for (let place = 0; place < ids.length; place += 1)
    ids[place] = bytes.readUInt32BE(place * 8) * 2 ** 32 + bytes.readUInt32BE(place * 8 + 4);
  return ids.sort();
}
