import type { Foundation } from '../../database/create-foundation';
import type { SearchMatches } from '../reading/search-matches';
import type { CatalogTables } from '../tables/strapi-tables';
import { createCachedIds } from './cached-ids';
import { createCachedNames } from './cached-names';
import { createCatalogCounts } from './catalog-counts';
import { createStrapiProductBrowser } from './strapi-product-browser';

/** Wires up what administrators read from the cached catalog. */
export function createCatalogAdmin({
  database,
  tables,
  matches,
}: Pick<Foundation, 'database'> & { tables: CatalogTables; matches: SearchMatches }) {
  const source = { database, tables };
  return {
    browser: createStrapiProductBrowser({ source, matches }),
    names: createCachedNames(source),
    cachedIds: createCachedIds(source),
    counts: createCatalogCounts(source),
  };
}
