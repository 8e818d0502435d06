import { pricedAt, readOffers } from '../reading/market-offers';
import { createMarketPages } from '../reading/market-pages';
import { createProductStatements } from '../reading/product-statements';
import type { SearchMatches } from '../reading/search-matches';
import type { CatalogSource } from '../tables/product-conditions';
import { createBrowsedMatches } from './browsed-matches';
import { readBrowsedProducts } from './browsed-products';
import { whereNarrowed } from './browsed-scopes';
import type { BrowseFilter, ProductBrowser } from './product-browser';

/** Lists what a further market sells: read like the public API's lists, searched and filtered like administrators'. */
export function createBrowsedMarket({
  source,
  matches,
}: {
  source: CatalogSource;
  matches: SearchMatches;
}): ProductBrowser['browseMarket'] {
  const browsedMatches = createBrowsedMatches({ source, matches });
  const findPage = createMarketPages<Omit<BrowseFilter, 'status'>>({
    statements: createProductStatements(source, 'store'),
    findMatches: async (typed) => {
      const text = typed.trim();
      if (text === '') return null;
      return { byCatalog: Float64Array.from((await browsedMatches(text, undefined)).all()).sort(), byTexts: null };
    },
    whereCatalog: (query, filter) => whereNarrowed(query, filter, source),
  });

  return async (side, request) => {
    // Administrators see the catalog's texts in each market.
    const { ids, total } = await findPage({ ...side, texts: null }, request);
    const [products, offers] = await Promise.all([
      readBrowsedProducts(source, ids),
      readOffers(source.database, side, ids),
    ]);
    return {
      products: products.flatMap((product) => {
        const offer = offers.get(product.id);
        return offer ? [{ ...product, ...pricedAt(offer, product) }] : [];
      }),
      total,
    };
  };
}
