import { expect, test } from 'vitest';
import { restEndpoints } from '../../contracts/rest/endpoints';
import { graphqlEndpoint } from '../../contracts/rest/graphql';
import { contentApiRoutes } from '../../server/src/routes/content-api';

const routeOf = (method: string, path: string) =>
  contentApiRoutes.routes.find((route) => route.method === method && route.path === `/v1${path}`.replace(/\/$/, ''));

test.each(Object.entries(restEndpoints))(
  'the route of %s carries the contract’s schemas as Strapi’s request and response',
  (_, { method, path, params, query, response }) => {
    expect(routeOf(method, path)).toMatchObject({ request: { params: params.shape, query: query.shape }, response });
    expect(Object.keys(params.shape)).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  },
);

test('the route of the GraphQL proxy carries them too', () => {
  const { method, path, body, response } = graphqlEndpoint;
  expect(routeOf(method, path)).toMatchObject({ request: { body: { 'application/json': body } }, response });
});
