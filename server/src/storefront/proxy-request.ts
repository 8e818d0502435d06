import { type GraphqlBody, graphqlBody } from '../../../contracts/rest/graphql';
import { InvalidGraphqlRequestError } from './storefront-errors';

/** A caller's request, validated. */
export interface ProxyRequest {
  /** Null: only a persisted query is named. */
  query: string | null;
  variables: Record<string, unknown> | null;
  operationName: string | null;
  /** The hash of a persisted query. */
  sha256Hash: string | null;
}

/**
 * @param body parsed JSON
 * @throws InvalidGraphqlRequestError that says which part is invalid
 */
export function readProxyRequest(body: unknown): ProxyRequest {
  if (Array.isArray(body))
    throw new InvalidGraphqlRequestError('Batched requests are not supported: send them one by one.');
  const parsed = graphqlBody.safeParse(body);
  if (!parsed.success) {
    const words = parsed.error.issues.map(
      ({ path, message }) => `${path.length === 0 ? 'the body' : path.join('.')}: ${message}`,
    );
    throw new InvalidGraphqlRequestError(
      `The body must be an object with query, variables and operationName; ${words.join('; ')}.`,
    );
  }
  // The raw variables: the parsed ones have already lost a key.
  if (typeof body === 'object' && body !== null && 'variables' in body) refuseUncarriable(body.variables);
  return requestOf(parsed.data);
}

/**
 * Rejects what parsing and serializing JSON would silently change: numbers with more digits than JavaScript keeps, and
 * the one key with a special meaning in JavaScript.
 */
function refuseUncarriable(variables: unknown): void {
  const waiting: Place[] = [{ value: variables, name: 'variables', holder: null, depth: 0 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (place.depth > deepestVariables) throw new InvalidGraphqlRequestError('The variables are nested too deeply.');
    // Paths are computed only for rejected parts: a body may hold a hundred thousand of them.
    for (const name of Object.keys(value)) {
      if (name === '__proto__')
        throw new InvalidGraphqlRequestError(`${pathOf(place)} has a key __proto__, which is not passed on.`);
      const inner: unknown = Reflect.get(value, name);
      if (typeof inner === 'object' && inner !== null)
        waiting.push({ value: inner, name, holder: place, depth: place.depth + 1 });
      if (typeof inner !== 'number' || isExact(inner)) continue;
      const path = `${pathOf(place)}.${name}`;
      throw new InvalidGraphqlRequestError(
        `${path} is a number that cannot be passed on exactly; whole numbers may go up to ${Number.MAX_SAFE_INTEGER}. Send it as text.`,
      );
    }
  }
}

/** A part of the variables. */
interface Place {
  value: unknown;
  name: string;
  holder: Place | null;
  depth: number;
}

// Inputs of the store's API have five or six levels. The JSON serializer recurses for each, and exhausts the stack
// after some thousands.
const deepestVariables = 100;
const longestPath = 200;

/** For a deeply nested part, only the end of its path. */
function pathOf(place: Place): string {
  const names: string[] = [];
  let length = 0;
  for (let at: Place | null = place; at && length < longestPath; at = at.holder) {
    names.unshift(at.name);
    length += at.name.length + 1;
  }
  return names.join('.');
}

/** Fractions are rounded to JavaScript's precision, as in every browser. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

function requestOf({ query, variables, operationName, extensions }: GraphqlBody): ProxyRequest {
  const request = {
    query: query ?? null,
    variables: variables ?? null,
    operationName: operationName ?? null,
    sha256Hash: extensions?.persistedQuery?.sha256Hash ?? null,
  };
  if (request.query === null && request.sha256Hash === null)
    throw new InvalidGraphqlRequestError('The body must have a query.');
  return request;
}
