import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { contentOfFacets, keysOfFacets } from '../catalog/responses';
import { presentFacets } from '../catalog/views';
import { containerOf } from '../container';
import { restAction } from '../http/rest-action';
import { filterOf } from './product-list-request';
import { scopeOfMarket } from './market-scope';

/** `/facets`. */
export const facets = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.readFacets,
    respond: async ({ query }, { catalog }) => {
      const filter = filterOf(query);
      return {
        kind: 'found',
        body: presentFacets(await catalog.findFacets(filter)),
        surrogateKeys: keysOfFacets(),
        content: contentOfFacets(filter),
      };
    },
    respondInMarket: async ({ query, reading }, container) => {
      const filter = filterOf(query);
      const { side } = await scopeOfMarket(reading, container);
      return {
        kind: 'found',
        body: presentFacets(await container.catalog.findMarketFacets(filter, side)),
        surrogateKeys: keysOfFacets(),
        content: contentOfFacets(filter),
      };
    },
  }),
});
