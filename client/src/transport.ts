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

/** Sends requests that are typed by the API's contract, and throws failure responses as `CommerceBridgeApiError`. */
export type Transport = Pick<Client<paths>, 'GET' | 'POST'>;

export function createTransport(options: ClientOptions): Transport {
  return {
    GET: (path, ...init) => withResponse(options, (client) => client.GET(path, ...init)),
    POST: (path, ...init) => withResponse(options, (client) => client.POST(path, ...init)),
  };
}

/** Sends one request. What openapi-fetch throws when it parses a successful response says nothing of that response. */
async function withResponse<Result>(
  options: ClientOptions,
  send: (client: Client<paths>) => Promise<Result>,
): Promise<Result> {
  let parsed: Response | undefined;
  try {
    const onAccepted = (response: Response) => {
      parsed = response;
    };
    return await send(createSender(options, onAccepted));
  } catch (cause) {
    if (parsed === undefined || !(cause instanceof SyntaxError)) throw cause;
    throw unexpectedResponse(parsed, { cause });
  }
}

/** @param onAccepted called with a successful response before it is parsed, after all listeners */
function createSender(
  { baseUrl, fetch = (request) => globalThis.fetch(request), headers, onResponse }: ClientOptions,
  onAccepted: (response: Response) => void,
): Client<paths> {
  const sender = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch,
    // The API expects comma-separated lists.
    querySerializer: { array: { style: 'form', explode: false } },
    ...(headers !== undefined && { headers }),
  });
  sender.use({
    onResponse: async ({ response, schemaPath }) => {
      if (schemaPath !== '/graphql') onResponse?.(infoOf(response));
      if (response.status === 304) throw notModified(response);
      if (!isJson(response)) throw unexpectedResponse(response);
      if (response.ok) return onAccepted(response);
      const body = await bodyOf(response);
      const failure = readFailure(response, body);
      if (failure) throw failure;
      // A GraphQL request that the store itself rejects has a regular response.
      if (schemaPath !== '/graphql' || response.status !== 400) throw unexpectedResponse(response);
    },
  });
  return sender;
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
export function dataOf<Data>({ data, response }: Received<Data>): Data {
  if (data === undefined) throw unexpectedResponse(response, { message: 'The response has no body.' });
  return data;
}

interface Received<Data> {
  data?: Data | undefined;
  response: Response;
}

/** The data of a response that has this field, which every response of its endpoint has. */
export function recordOf<Data>(received: Received<Data>, field: keyof Data & string): Data {
  const data = dataOf(received);
  if (typeof data === 'object' && data !== null && field in data) return data;
  throw unexpectedResponse(received.response, { message: `The response lacks "${field}".` });
}

/** The same for a field that is a list. */
export function listOf<Data>(received: Received<Data>, field: keyof Data & string): Data {
  const data = recordOf(received, field);
  if (Array.isArray(data[field])) return data;
  throw unexpectedResponse(received.response, { message: `"${field}" of the response is not a list.` });
}
