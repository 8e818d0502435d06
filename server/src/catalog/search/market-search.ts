import { type Database, dialectOf, toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import { scanTexts } from './scanned-texts';
import type { FoundIds } from './search-port';

/** Finds products by the folded texts of a market's language. Terms are folded and not empty. */
export interface MarketSearch {
  find(partId: number, term: string): FoundIds;
}

// SQLite runs in this process and blocks it during each statement.
const textsPerPiece = 4000;

/** PostgreSQL uses an index on the texts, if there is one; otherwise, one part of the narrow table is scanned. */
export function createMarketSearch(database: Database): MarketSearch {
  const texts = (partId: number) => database(tables.marketSearchTexts).where({ part_id: partId });

  async function* findWithin(partId: number, term: string): FoundIds {
    for (let after: number | null = 0; after !== null; ) {
      const some = texts(partId)
        .where('product_id', '>', after)
        .orderBy('product_id')
        .select('product_id', 'search_text')
        .limit(textsPerPiece);
      const [row]: { ids: string | null; last: unknown; seen: unknown }[] = await database
        .from(some.as('some'))
        .select([
          database.raw('group_concat(case when instr(search_text, ?) > 0 then product_id end) as ids', [term]),
          database.raw('max(product_id) as last'),
          database.raw('count(*) as seen'),
        ]);
      yield row?.ids ? row.ids.split(',').map(Number) : [];
      after = row && toNumber(row.seen) === textsPerPiece ? toNumber(row.last) : null;
    }
  }

  if (dialectOf(database) === 'sqlite') return { find: findWithin };
  return { find: (partId, term) => scanTexts(database, () => texts(partId), term) };
}
