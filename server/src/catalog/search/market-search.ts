import { type Database, dialectOf, toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import type { SearchPiece } from './search-port';

/** Finds products by the folded texts of a market's language. Terms are folded and not empty. */
export interface MarketSearch {
  /** Matches in this part of texts with ids above `after`, as many as are found in a few milliseconds. */
  find(partId: number, term: string, after: number): Promise<SearchPiece>;
}

const pieceSize = 4000;
// SQLite runs within this process and blocks it meanwhile.
const textsPerPiece = 1000;

/** PostgreSQL has an index on the texts, where it can; elsewhere the narrow table is read, one part of it. */
export function createMarketSearch(database: Database): MarketSearch {
  const texts = (partId: number, after: number) =>
    database(tables.marketSearchTexts).where({ part_id: partId }).where('product_id', '>', after).orderBy('product_id');

  async function findWithin(partId: number, term: string, after: number): Promise<SearchPiece> {
    const some = texts(partId, after).select('product_id', 'search_text').limit(textsPerPiece);
    const [row]: { ids: string | null; last: unknown; seen: unknown }[] = await database
      .from(some.as('some'))
      .select([
        database.raw('group_concat(case when instr(search_text, ?) > 0 then product_id end) as ids', [term]),
        database.raw('max(product_id) as last'),
        database.raw('count(*) as seen'),
      ]);
    const ids = row?.ids ? row.ids.split(',').map(Number) : [];
    return { ids, next: row && toNumber(row.seen) === textsPerPiece ? toNumber(row.last) : null };
  }

  async function findAtOnce(partId: number, term: string, after: number): Promise<SearchPiece> {
    const query = texts(partId, after).limit(pieceSize);
    // `|` is the escape character, since `\` is special in MySQL string literals.
    if (dialectOf(database) === 'mysql') query.whereRaw('locate(?, ??) > 0', [term, 'search_text']);
    else query.whereRaw("?? like ? escape '|'", ['search_text', `%${term.replaceAll(/[|%_]/g, '|$&')}%`]);
    const found: unknown[] = await query.pluck('product_id');
    const ids = found.map(toNumber);
    return { ids, next: ids.length < pieceSize ? null : (ids.at(-1) ?? null) };
  }

  return { find: dialectOf(database) === 'sqlite' ? findWithin : findAtOnce };
}
