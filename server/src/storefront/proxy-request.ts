import { type GraphqlBody, graphqlBody } from '../../../contracts/rest/graphql';
import { InvalidGraphqlRequestError } from './storefront-errors';

/** What a caller asks for, checked in its form. */
export interface ProxyRequest {
  /** Null: only a persisted query is named. */
  query: string | null;
  variables: Record<string, unknown> | null;
  operationName: string | null;
  /** Of a persisted query. */
  sha256Hash: string | null;
}

/**
 * @param body parsed JSON
 * @throws InvalidGraphqlRequestError that says which part is not as it must be
 */
export function readProxyRequest(body: unknown): ProxyRequest {
  if (Array.isArray(body)) throw new InvalidGraphqlRequestError('Several requests in one are not taken: send them one by one.');
  const parsed = graphqlBody.safeParse(body);
  if (!parsed.success) {
    const words = parsed.error.issues.map(({ path, message }) => `${path.length === 0 ? 'the body' : path.join('.')}: ${message}`);
    throw new InvalidGraphqlRequestError(`The body must be an object with query, variables and operationName; ${words.join('; ')}.`);
  }
  return requestOf(parsed.data);
}

function requestOf({ query, variables, operationName, extensions }: GraphqlBody): ProxyRequest {
  const request = {
    query: query ?? null,
    variables: variables ?? null,
    operationName: operationName ?? null,
    sha256Hash: extensions?.persistedQuery?.sha256Hash ?? null,
  };
  if (request.query === null && request.sha256Hash === null) throw new InvalidGraphqlRequestError('The body must have a query.');
  return request;
}
