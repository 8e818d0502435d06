import { type RestEndpoint, restEndpoints } from '../endpoints';
import { failuresOf, otherFailure } from './failures';
import { headersNamed } from './headers';
import type { OpenApiResponse, Operation, PathItem } from './openapi-types';
import { parametersOf, sharedParameter } from './parameters';
import { referenceTo } from './schemas';

/** The path items of all read endpoints. */
export function readOperations(): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(restEndpoints).map(([operationId, endpoint]) => [
      templateOf(endpoint.path),
      { get: operationOf(operationId, endpoint) },
    ]),
  );
}

/** Converts a route's `:name` to OpenAPI's `{name}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function operationOf(operationId: string, endpoint: RestEndpoint): Operation {
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      sharedParameter('Market'),
      sharedParameter('IfNoneMatch'),
    ],
    responses: {
      200: foundResponse(endpoint),
      ...(endpoint.oldSlugs === 'redirect' && { 301: movedResponse }),
      304: unchangedResponse,
      ...failuresOf([...new Set([...anyFailures, ...endpoint.failures, 'internal_error' as const])]),
      default: otherFailure,
    },
    security: [{}, { apiToken: [] }],
  };
}

/**
 * Failures of any endpoint: because of its market (behavior 14.2, 14.3), or because of other readers (behavior 12.10).
 */
const anyFailures = [
  'invalid_parameter',
  'unauthorized',
  'forbidden',
  'market_not_ready',
  'read_rate_limited',
] as const;

const foundResponse = ({ response }: RestEndpoint): OpenApiResponse => ({
  description: 'OK.',
  headers: headersNamed('ETag', 'Cache-Control', 'Surrogate-Key', 'X-Cache', 'X-Request-Id'),
  content: { 'application/json': { schema: referenceTo(response) } },
});

const movedResponse: OpenApiResponse = {
  description: 'The slug has changed. The response has no body.',
  headers: headersNamed('Location', 'Cache-Control', 'Surrogate-Key', 'X-Request-Id'),
};

const unchangedResponse: OpenApiResponse = {
  description: 'Not modified. The response has no body.',
  headers: headersNamed('ETag', 'Cache-Control', 'Surrogate-Key', 'X-Cache', 'X-Request-Id'),
};
