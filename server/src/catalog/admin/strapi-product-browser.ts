import type { SearchMatches } from '../reading/search-matches';
import type { CatalogSource } from '../tables/product-conditions';
import { readProductChanges } from '../writing/product-history';
import { createBrowsedMarket } from './browsed-market';
import { createBrowsedPages } from './browsed-pages';
import { readBrowsedProducts } from './browsed-products';
import { browseTaxonomy, readBrowsedTitles } from './browsed-taxonomy';
import { readTracedProduct } from './traced-product';
import type { ProductBrowser } from './product-browser';

/** Every cached product, read from Strapi's own tables. */
export function createStrapiProductBrowser({
  source,
  matches,
}: {
  source: CatalogSource;
  matches: SearchMatches;
}): ProductBrowser {
  const findPage = createBrowsedPages({ source, matches });
  return {
    async browse(request) {
      const { ids, total } = await findPage(request);
      return { products: await readBrowsedProducts(source, ids), total };
    },
    browseMarket: createBrowsedMarket({ source, matches }),
    find: (id) => readTracedProduct(source, id),
    changes: (id) => readProductChanges(source.database, id),
    titles: async ({ categories, brands }) => ({
      categories: await readBrowsedTitles(source, { entity: 'category', ids: categories }),
      brands: await readBrowsedTitles(source, { entity: 'brand', ids: brands }),
    }),
    browseTaxonomy: (request) => browseTaxonomy(source, request),
  };
}
