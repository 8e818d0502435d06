import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfSuggestions, keysOfProductList } from '../catalog/responses';
import { presentSuggestions } from '../catalog/views';
import { containerOf } from '../container';
import { restAction } from '../http/rest-action';
import { scopeOfMarket } from './market-scope';

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
      const { findSuggestions, marketProducts } = container.catalog;
      const { productIds, ...named } = await findSuggestions({ search, limit }, side);
      const products = await marketProducts.findByIds(side, productIds, 'summary');
      return {
        kind: 'found',
        body: presentSuggestions({ products, ...named }),
        surrogateKeys: keysOfProductList(products),
        content: contentOfSuggestions(productIds),
      };
    },
  }),
});
