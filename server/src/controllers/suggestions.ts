import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfSuggestions, keysOfProductList } from '../catalog/responses';
import { presentSuggestions } from '../catalog/views';
import { containerOf } from '../container';
import { restAction } from '../http/rest-action';
import { scopeOfMarket } from './market-scope';
import { collectionsOfMarket } from './taxonomy-in-market';

/** `/suggestions`. */
export const suggestions = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listSuggestions,
    respond: async ({ query: { search = '', per_page: limit } }, { catalog }) => {
      const { productIds, ...named } = await catalog.findSuggestions({ search, limit });
      const products = await catalog.products.findByIds(productIds, 'summary');
      return {
        kind: 'found',
        body: presentSuggestions({ products, ...named }),
        surrogateKeys: keysOfProductList(products),
        content: contentOfSuggestions(productIds),
      };
    },
    respondInMarket: async ({ query: { search = '', per_page: limit }, reading }, container) => {
      const { side } = await scopeOfMarket(reading, container);
      const { findSuggestions, marketProducts, marketTaxonomy } = container.catalog;
      const { productIds, ...named } = await findSuggestions(
        { search, limit },
        {
          side,
          collections: async () => (await (await collectionsOfMarket(reading, container)).listCollections()).items,
          brands: async () => (await marketTaxonomy(side.texts).listBrands()).items,
        },
      );
      const products = (await marketProducts.findByIds(side, productIds, 'summary')).slice(0, limit);
      return {
        kind: 'found',
        body: presentSuggestions({ products, ...named }),
        surrogateKeys: keysOfProductList(products),
        content: contentOfSuggestions(productIds),
      };
    },
  }),
});
