import type { RestEndpoint } from '../../../contracts/rest/endpoints';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { graphqlEndpoint } from '../../../contracts/rest/graphql';
import { marketQuery } from '../../../contracts/rest/markets';
import { readinessPath } from '../../../contracts/rest/readiness';
import type { RestRoute } from '../http/rest-routes';

/** The action behind each endpoint. */
const routes: readonly { endpoint: RestEndpoint; handler: string }[] = [
  { endpoint: restEndpoints.listProducts, handler: 'products.list' },
  { endpoint: restEndpoints.readProduct, handler: 'products.read' },
  { endpoint: restEndpoints.listRelatedProducts, handler: 'products.related' },
  { endpoint: restEndpoints.listSuggestions, handler: 'suggestions.list' },
  { endpoint: restEndpoints.readFacets, handler: 'facets.read' },
  { endpoint: restEndpoints.listSitemap, handler: 'sitemap.list' },
  { endpoint: restEndpoints.listBrands, handler: 'brands.list' },
  { endpoint: restEndpoints.readBrand, handler: 'brands.read' },
  { endpoint: restEndpoints.listCollections, handler: 'collections.list' },
  { endpoint: restEndpoints.readCollection, handler: 'collections.read' },
  { endpoint: restEndpoints.readStore, handler: 'store.read' },
  { endpoint: restEndpoints.listMarkets, handler: 'markets.list' },
  { endpoint: restEndpoints.readIndex, handler: 'contract.index' },
  { endpoint: restEndpoints.readContract, handler: 'contract.read' },
];

// The router would treat `/v1/` as a path that requires the trailing slash.
const routePath = (path: string): string => `/v1${path === '/' ? '' : path}`;

// Without authentication, so that they are public without any permission being granted. The schemas are
// documentation only: Strapi does not validate requests with them.
function publicRoute({ endpoint, handler }: (typeof routes)[number]) {
  return {
    method: endpoint.method,
    path: routePath(endpoint.path),
    handler,
    request: { params: endpoint.params.shape, query: { ...endpoint.query.shape, ...marketQuery.shape } },
    response: endpoint.response,
    config: { auth: false },
  };
}

// The controller validates the body itself, like the parameters of the other routes.
const graphqlRoute = {
  method: graphqlEndpoint.method,
  path: `/v1${graphqlEndpoint.path}`,
  handler: 'graphql.forward',
  request: { body: { 'application/json': graphqlEndpoint.body } },
  response: graphqlEndpoint.response,
  config: { auth: false },
} as const;

/** The public API; Strapi puts `api.rest.prefix` and the plugin's name before each path. */
export const contentApiRoutes = {
  type: 'content-api',
  routes: [...routes.map(publicRoute), graphqlRoute],
};

/** Every endpoint below `{base_url}`, for the guard. */
export const restRoutes: readonly RestRoute[] = [
  ...routes.map(({ endpoint }) => ({ method: endpoint.method, path: endpoint.path })),
  { method: graphqlEndpoint.method, path: graphqlEndpoint.path, errorForm: 'graphql' },
  { method: 'GET', path: readinessPath },
];
