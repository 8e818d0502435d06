import type { EventLoop } from '../../lib/clock';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { RecordReference } from '../model/product-reader';
import type { FindSuggestions } from '../model/find-suggestions';
import { fold } from '../model/text';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import { whereTextContains } from '../tables/text-conditions';
import type { ListMemory } from './list-memory';
import { createMarketTitles, type FoundTitle } from './market-titles';
import type { SearchMatches } from './search-matches';

// If a short term has more matches, only those with the highest ids are considered: the newest.
const mostMatches = 5000;

/** `key` is the folded title. */
interface NamedRecord extends RecordReference {
  key: string;
}

const withKey = (record: RecordReference): NamedRecord => ({ ...record, key: fold(record.title) });

export function createSuggestions({
  source: { database, tables },
  matches,
  memory,
  loop,
}: {
  source: CatalogSource;
  matches: SearchMatches;
  memory: ListMemory;
  loop: Pick<EventLoop, 'turn'>;
}): FindSuggestions {
  const names = memory.kindOf<NamedRecord[]>(2);

  const titledInMarket = createMarketTitles({ source: { database, tables }, matches, loop });

  /** Published products whose title contains the term. */
  async function titled(term: string): Promise<FoundTitle[]> {
    const found = await matches.find(term);
    if (found.length === 0) return [];
    const query = database({ named: ownTables.listedProducts });
    query.whereRaw(`named.product_id in (${found.slice(-mostMatches).join(',')})`);
    whereTextContains(query, { column: 'named.title_key', text: term });
    const rows: DatabaseRow[] = await query.select('named.product_id', 'named.title_key');
    return rows.map((row) => ({ id: toNumber(row.product_id), key: textOf(row.title_key) }));
  }

  const namesOf = (kind: 'category' | 'brand'): Promise<NamedRecord[]> =>
    memory.remember(names, { key: kind, dependencies: [] }, async () => {
      const query = database(tables.tables[kind]).select('upstream_id', 'title', 'slug');
      const rows: DatabaseRow[] = await (kind === 'category'
        ? query.where('is_visible', true)
        : query.whereNull('withdrawn_at'));
      return rows.map((row) =>
        withKey({ id: toNumber(row.upstream_id), title: textOf(row.title), slug: textOf(row.slug) }),
      );
    });

  return async ({ search, limit }, market) => {
    const term = fold(search);
    if (term === '') return { productIds: [], collections: [], brands: [] };
    const found = market ? titledInMarket(market.side, { term, most: mostMatches }) : titled(term);
    const products = bestOf(await found, term);
    const [collections, brands] = market
      ? [(await market.collections()).map(withKey), (await market.brands()).map(withKey)]
      : await Promise.all([namesOf('category'), namesOf('brand')]);
    const named = (records: readonly NamedRecord[]) =>
      bestOf(
        records.filter(({ key }) => key.includes(term)),
        term,
      )
        .slice(0, limit)
        .map(({ id, title, slug }) => ({ id, title, slug }));
    return {
      productIds: products.slice(0, limit).map(({ id }) => id),
      collections: named(collections),
      brands: named(brands),
    };
  };
}

/** Names that begin with the term come first, then names with a word that does; short names before long ones. */
function bestOf<Item extends FoundTitle>(items: readonly Item[], term: string): Item[] {
  const rankOf = ({ key }: Item) => (key.startsWith(term) ? 0 : key.includes(` ${term}`) ? 1 : 2);
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .sort((a, b) => a.rank - b.rank || a.item.key.length - b.item.key.length || a.item.id - b.item.id)
    .map(({ item }) => item);
}
