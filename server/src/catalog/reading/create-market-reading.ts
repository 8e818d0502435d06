import { createKeptColumns, type KeptColumnsOptions } from '../columns/kept-columns';
import { createKeptMarketColumns } from '../columns/kept-market-columns';
import type { CategorySlugs } from '../product-index/category-slugs';
import type { CatalogSource } from '../tables/product-conditions';
import type { ListMemory } from './list-memory';
import { createElsewhereMatches } from './elsewhere-matches';
import { createMarketCollections } from './market-collections';
import { createMarketColumnPages } from './market-column-pages';
import { createMarketColumnRows, loadMarketColumns } from './market-column-rows';
import { createMarketCounts } from './market-counts';
import { createMarketFacets } from './market-facets';
import { createMarketLanguage } from './market-language';
import { createMarketPages, publicConditions } from './market-pages';
import { createMarketTitles } from './market-titles';
import { createPreparedInMarket } from './prepared-in-market';
import type { FindPage } from './product-pages';
import { createProductStatements, type ProductStatements } from './product-statements';
import type { SearchMatches } from './search-matches';
import { createShownNames, type FindShownNames } from './shown-names';
import { createStrapiMarketReader } from './strapi-market-reader';
import { createStrapiProductReader } from './strapi-product-reader';
import { createRelatedProducts } from './strapi-related-products';

export interface MarketReadingOptions extends Pick<KeptColumnsOptions, 'feed' | 'loop' | 'logger'> {
  source: CatalogSource;
  matches: SearchMatches;
  memory: ListMemory;
  /** Identifies the caller on whose behalf the code runs. */
  caller: () => string;
  /** Of the default market. */
  findPage: FindPage;
  categorySlugs: CategorySlugs;
}

/** Wires up the readers of further markets' products. Pass every change to its columns. */
export function createMarketReading(options: MarketReadingOptions) {
  const { source } = options;
  const statements = createProductStatements(source, 'store');
  const findRelated = createRelatedProducts({ ...options, statements });
  const language = createMarketLanguage(source);
  const collections = createMarketCollections(source, options.memory);
  const findNames = createShownNames({ ...options, language, collections });
  const lists = createMarketLists({ ...options, statements, findNames });
  const products = createStrapiMarketReader({
    source,
    products: createStrapiProductReader({ ...options, statements, findRelated }),
    language,
    collections,
    findPage: lists.findPage,
    findRelated,
    columns: lists.columns,
    readPrepared: createPreparedInMarket({ ...options, statements, collections }),
    countBy: lists.countBy,
  });
  return { ...lists, products, language, collections, findNames };
}

/** Finds, filters, and counts the products. */
function createMarketLists(
  options: MarketReadingOptions & { statements: ProductStatements; findNames: FindShownNames },
) {
  const columns = createKeptMarketColumns((parts) => {
    const rows = createMarketColumnRows(parts, options);
    return createKeptColumns({ ...options, rows, load: (loading) => loadMarketColumns(rows, loading) });
  });
  const findElsewhere = createElsewhereMatches(options);
  const reading = { ...options, ...publicConditions({ ...options, findElsewhere }), columns };
  return {
    columns,
    findPage: createMarketColumnPages({ ...reading, findByStatements: createMarketPages(reading) }),
    findFacets: createMarketFacets(reading),
    countBy: createMarketCounts(reading),
    titledInMarket: createMarketTitles(reading),
  };
}
