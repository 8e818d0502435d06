import type { EventLoop } from '../../lib/clock';
import { createColumnRows } from '../columns/column-rows';
import { loadColumns } from '../columns/load-columns';
import { createKeptColumns, type KeptColumns, type KeptColumnsOptions } from '../columns/kept-columns';
import type { KeptMarketColumns } from '../columns/kept-market-columns';
import type { Logger } from '../../lib/logger';
import { createBreadcrumbs } from './breadcrumbs';
import { createChangedProducts } from './changed-products';
import { createCategorySlugs } from '../product-index/category-slugs';
import { createListMemory, type ListMemory } from './list-memory';
import { createMarketReading } from './create-market-reading';
import type { MarketCollections } from './market-collections';
import { createMarketTaxonomy, type MarketTaxonomy } from './market-taxonomy';
import type { PreparedReader } from './prepared-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { createProductPages } from './product-pages';
import type { ProductReader } from '../model/product-reader';
import type { MarketProductReader } from '../model/market-reader';
import type { ListChangedProducts } from '../model/list-changed-products';
import type { FindFacets, FindMarketFacets } from '../model/find-facets';
import type { FindSuggestions } from '../model/find-suggestions';
import { createFacets } from './facets';
import { createSuggestions } from './suggestions';
import type { FindBreadcrumbs } from '../model/find-breadcrumbs';
import type { TaxonomyReader } from '../model/taxonomy-reader';
import { createProductStatements } from './product-statements';
import { createMarketSearch } from '../search/market-search';
import type { SearchIndex } from '../search/search-port';
import { createSearchMatches, type SearchMatches } from './search-matches';
import { createStrapiPreparedReader } from './strapi-prepared-reader';
import { createStrapiProductReader } from './strapi-product-reader';
import { createRelatedProducts, type FindRelated } from './strapi-related-products';
import { createStrapiTaxonomyReader } from './strapi-taxonomy-reader';

export interface ReadingOptions {
  source: CatalogSource;
  searchIndex: SearchIndex;
  loop: Pick<EventLoop, 'now' | 'turn'>;
  /** Identifies the caller on whose behalf the code runs. */
  caller: () => string;
  feed: KeptColumnsOptions['feed'];
  logger: Logger;
}

/** Wires up the readers of published products. Pass every change to its memory, whichever instance made it. */
export function createReading(options: ReadingOptions): {
  products: ProductReader;
  prepared: PreparedReader;
  taxonomy: TaxonomyReader;
  marketProducts: MarketProductReader;
  marketTaxonomy: MarketTaxonomy;
  marketCollections: Pick<MarketCollections, 'collectionsIn'>;
  findBreadcrumbs: FindBreadcrumbs;
  findFacets: FindFacets;
  findMarketFacets: FindMarketFacets;
  findSuggestions: FindSuggestions;
  listChangedProducts: ListChangedProducts;
  matches: SearchMatches;
  columns: { productColumns: KeptColumns; marketColumns: KeptMarketColumns };
  memory: Pick<ListMemory, 'forget'>;
} {
  const { source } = options;
  const { statements, memory, matches, columns, findPage } = createListReading(options);
  const relate = createRelatedProducts({ ...options, statements });
  const findRelated: FindRelated = async (request) => relate({ ...request, columns: await columns.current() });
  const products = createStrapiProductReader({ ...options, statements, findPage, findRelated });
  const taxonomy = createStrapiTaxonomyReader({ source, statements });
  const categorySlugs = createCategorySlugs(source);
  const inMarkets = createMarketReading({ ...options, matches, memory, findPage, categorySlugs });
  const { language, collections, findNames, titledInMarket } = inMarkets;
  return {
    products,
    prepared: createStrapiPreparedReader({ source, statements, findPage, findRelated, categorySlugs, products }),
    taxonomy,
    marketTaxonomy: createMarketTaxonomy({ catalog: taxonomy, language, findNames, memory }),
    marketCollections: collections,
    marketProducts: inMarkets.products,
    findFacets: createFacets({ ...options, statements, matches, memory, columns, findNames }),
    findMarketFacets: inMarkets.findFacets,
    findSuggestions: createSuggestions({ ...options, matches, findNames, titledInMarket }),
    listChangedProducts: createChangedProducts({ ...options, statements, language }),
    findBreadcrumbs: createBreadcrumbs({ source, language, collections }),
    matches,
    columns: { productColumns: columns, marketColumns: inMarkets.columns },
    memory: {
      forget(change) {
        columns.note(change);
        inMarkets.columns.note(change);
        memory.forget(change);
        categorySlugs.forget(change);
      },
    },
  };
}

/** Wires up the search for pages of lists, and its caches. */
function createListReading(options: ReadingOptions) {
  const { source, searchIndex, loop } = options;
  const statements = createProductStatements(source);
  const memory = createListMemory(options);
  const matches = createSearchMatches({
    index: searchIndex,
    marketSearch: createMarketSearch(source.database),
    memory,
    loop,
  });
  const rows = createColumnRows(source);
  const columns = createKeptColumns({ ...options, rows, load: (loading) => loadColumns({ rows, ...loading }) });
  return {
    statements,
    matches,
    columns,
    memory,
    findPage: createProductPages({ source, statements, matches, memory, columns, loop }),
  };
}
