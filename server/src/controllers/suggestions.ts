import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfSuggestions, keysOfProductList } from '../catalog/responses';
import { presentSuggestions } from '../catalog/views';
import { containerOf } from '../container';
import { restAction } from '../http/rest-action';
import { namedMarket } from './taxonomy-in-market';

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
      const market = await namedMarket(reading, container);
      const { findSuggestions, marketProducts } = container.catalog;
      const { productIds, ...named } = await findSuggestions({ search, limit }, market);
      const products = await marketProducts.findByIds(market.side, productIds, 'summary');
      return {
        kind: 'found',
        body: presentSuggestions({ products, ...named }),
        surrogateKeys: keysOfProductList(products),
        content: contentOfSuggestions(productIds),
      };
    },
  }),
});
