import { restEndpoints } from './endpoints';
import { graphqlEndpoint } from './graphql';
import { templateOf } from './openapi/read-operations';
import type { IndexView } from './site-index';

/** The body of `/`: every endpoint for frontends except `/` itself. */
export function describeEndpoints(): IndexView {
  const endpoints = [...Object.values(restEndpoints), graphqlEndpoint]
    .filter(({ path }) => path !== '/')
    .map(({ method, path, summary }) => ({ method, path: templateOf(path), summary }));
  return { name: 'Commerce Bridge', endpoints };
}
