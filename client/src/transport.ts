import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './contract';
import { notModified, readFailure, unexpectedResponse } from './errors';
import { infoOf } from './response-info';
import type { ResponseListener } from './types';

export interface ClientOptions {
  /** `{base_url}`, for example `https://cms.example.com/api/commerce-bridge/v1`. */
  baseUrl: string;
  /** Default: the platform's `fetch`, looked up for each request. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Sent with every request. */
  headers?: RequestInit['headers'];
  /** Called for each response of the REST API, including failures, but not for the store's own responses. */
  onResponse?: ResponseListener | undefined;
}

/** A client that is typed by the API's contract, and throws failure responses as `CommerceBridgeApiError`. */
export function createTransport({
  baseUrl,
  fetch = (request) => globalThis.fetch(request),
  headers,
  onResponse,
}: ClientOptions): Client<paths> {
  const transport = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch,
    // The API expects comma-separated lists.
    querySerializer: { array: { style: 'form', explode: false } },
    ...(headers !== undefined && { headers }),
  });
  transport.use({
    onResponse: async ({ response, schemaPath }) => {
      if (schemaPath !== '/graphql') onResponse?.(infoOf(response));
      if (response.status === 304) throw notModified(response);
      if (!isJson(response)) throw unexpectedResponse(response);
      if (response.ok) return;
      const body = await bodyOf(response);
      const failure = readFailure(response, body);
      if (failure) throw failure;
      // A GraphQL request that the store itself rejects has a regular response.
      if (schemaPath !== '/graphql' || response.status !== 400) throw unexpectedResponse(response);
    },
  });
  return transport;
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('Content-Type') ?? '');

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.clone().json();
  } catch (cause) {
    // The caller has aborted, or the connection broke: no response of another server either.
    if (!(cause instanceof SyntaxError)) throw cause;
    throw unexpectedResponse(response, { cause });
  }
}

/** The data of a response, which must not be empty. */
export function dataOf<Data>({ data, response }: { data?: Data | undefined; response: Response }): Data {
  if (data === undefined) throw unexpectedResponse(response, { message: 'The response has no body.' });
  return data;
}
