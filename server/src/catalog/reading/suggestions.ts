import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { FindSuggestions } from '../model/find-suggestions';
import { fold } from '../model/text';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import { whereTextContains } from '../tables/text-conditions';
import type { FindMarketTitles, FoundTitle } from './market-titles';
import type { SearchMatches } from './search-matches';
import type { FindShownNames, ShownName } from './shown-names';

// If a short term has more matches, only those with the highest ids are considered: the newest.
const mostMatches = 5000;

export function createSuggestions({
  source: { database },
  matches,
  findNames,
  titledInMarket,
}: {
  source: CatalogSource;
  matches: SearchMatches;
  findNames: FindShownNames;
  titledInMarket: FindMarketTitles;
}): FindSuggestions {
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

  return async ({ search, limit }, side) => {
    const term = fold(search);
    if (term === '') return { productIds: [], collections: [], brands: [] };
    const found = side ? titledInMarket(side, { term, most: mostMatches }) : titled(term);
    const products = bestOf(await found, term);
    const [collections, brands] = await Promise.all([findNames('category', side), findNames('brand', side)]);
    const named = (records: readonly ShownName[]) =>
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
