import { type RestErrorCode, restErrorStatus } from '../errors';
import { graphqlResponse, graphqlBody, graphqlEndpoint, graphqlErrorBody } from '../graphql';
import { marketHeader } from '../markets';
import { failureResponse, failureOfTheHost, failureSchema } from './failures';
import { headersNamed, notCached } from './headers';
import type { OpenApiResponse, BodySchema, Parameter, PathItem } from './openapi-types';
import { referenceTo } from './schemas';

const failures: readonly RestErrorCode[] = [
  'unauthorized',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'upstream_unavailable',
];
const refusals: readonly RestErrorCode[] = ['invalid_json', 'invalid_graphql_request', 'invalid_parameter'];

const headerParameters: Parameter[] = [
  {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'Forwarded: selects the language of the response.',
    schema: { type: 'string' },
  },
  {
    name: 'X-Bc-Customer-Access-Token',
    in: 'header',
    required: false,
    description: 'Forwarded: the token returned by `login`, for customer data.',
    schema: { type: 'string' },
  },
  {
    name: marketHeader,
    in: 'header',
    required: false,
    description: 'The key of a market, whose storefront responds; the parameter `market` in the address does the same.',
    schema: { type: 'string' },
  },
];

/** The path item of the GraphQL proxy. */
export function graphqlOperation(): Record<string, PathItem> {
  return {
    [graphqlEndpoint.path]: {
      post: {
        operationId: 'graphql',
        tags: ['Storefront'],
        summary: graphqlEndpoint.summary,
        parameters: headerParameters,
        requestBody: { required: true, content: { 'application/json': { schema: referenceTo(graphqlBody) } } },
        responses: {
          200: responded("The store's response; it can contain `errors` next to `data`.", response),
          400: responded(
            'Rejected by the store, in its own format (`errors` only), or by this site before it was forwarded (with `code`).',
            {
              anyOf: [failureSchema({ status: 400, codes: refusals, body: graphqlErrorBody }), response],
            },
          ),
          ...Object.fromEntries(failures.map(failureOf)),
          default: { $ref: '#/components/responses/GraphqlOther' },
        },
      },
    },
  };
}

/** Failures of the proxy that do not belong to an operation, or that the host reports before the request reaches us. */
export const graphqlFailures: Record<string, OpenApiResponse> = {
  GraphqlMethodNotAllowed: inBothTypes(
    failureResponse({ status: 405, codes: ['method_not_allowed'], body: graphqlErrorBody }),
  ),
  GraphqlOther: inBothTypes(failureOfTheHost(graphqlErrorBody)),
};

function failureOf(code: RestErrorCode): [string, OpenApiResponse] {
  const status = restErrorStatus[code];
  return [String(status), inBothTypes(failureResponse({ status, codes: [code], body: graphqlErrorBody }))];
}

/** Adds the GraphQL media type, for clients that accept it: it marks a failure as a GraphQL response. */
function inBothTypes(response: OpenApiResponse): OpenApiResponse {
  return response.content
    ? {
        ...response,
        content: { ...response.content, 'application/graphql-response+json': response.content['application/json'] },
      }
    : response;
}

const response = referenceTo(graphqlResponse);

const responded = (description: string, schema: BodySchema): OpenApiResponse =>
  inBothTypes({
    description,
    // Carts and customer data are private.
    headers: { ...notCached(), ...headersNamed('X-Request-Id') },
    content: { 'application/json': { schema } },
  });
