import { unexpectedResponse } from './errors';
import { dataOf, type Transport } from './transport';
import type { GraphqlOptions, GraphqlResult } from './types';

/** Sends a document to the store and returns the store's response, including errors. */
export async function askStore<Data>(
  transport: Transport,
  { query, variables, options }: { query: string; variables: Record<string, unknown>; options: GraphqlOptions },
): Promise<GraphqlResult<Data>> {
  const { operationName, customerAccessToken, language, market, headers, ...init } = options;
  const sent = new Headers(headers);
  if (customerAccessToken !== undefined) sent.set('X-Bc-Customer-Access-Token', customerAccessToken);
  if (language !== undefined) sent.set('Accept-Language', language);
  if (market !== undefined) sent.set('X-Commerce-Market', market);

  const body = { query, variables, ...(operationName !== undefined && { operationName }) };
  const { data, error, response } = await transport.POST('/graphql', { ...init, headers: sent, body, parseAs: 'text' });
  // If the store rejects the request, openapi-fetch has already parsed the body.
  if (isResult<Data>(error)) return error;
  return parsed<Data>(dataOf<string>({ data, response }), response);
}

// The type of the data depends on the document, so it is not checked.
const isResult = <Data>(value: unknown): value is GraphqlResult<Data> =>
  typeof value === 'object' && value !== null && ('data' in value || 'errors' in value);

function parsed<Data>(text: string, response: Response): GraphqlResult<Data> {
  try {
    const value: unknown = JSON.parse(text);
    if (isResult<Data>(value)) return value;
  } catch (cause) {
    throw unexpectedResponse(response, { cause });
  }
  throw unexpectedResponse(response);
}
