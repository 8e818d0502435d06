import { z } from 'zod';

/** Each of our error codes with its HTTP status (behavior 3.8). */
export const restErrorStatus = {
  invalid_parameter: 400,
  invalid_json: 400,
  invalid_graphql_request: 400,
  unauthorized: 401,
  forbidden: 403,
  product_not_found: 404,
  brand_not_found: 404,
  collection_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  read_rate_limited: 429,
  internal_error: 500,
  upstream_unavailable: 502,
  market_not_ready: 503,
} as const;

export type RestErrorCode = keyof typeof restErrorStatus;

/**
 * Body of every failure below `{base_url}`. A request that the host rejects before it reaches us (an IP filter, a
 * maintenance page) keeps the host's status; its code is the status's name, for example `forbidden`.
 */
export const errorBody = z.strictObject({
  code: z.string().describe('Machine-readable; one of the documented codes.'),
  message: z.string().describe('Human-readable.'),
  data: z.strictObject({
    status: z.int().min(400).max(599).describe('The HTTP status.'),
    params: z
      .record(z.string(), z.string())
      .optional()
      .describe('With `invalid_parameter`: each invalid parameter and what is allowed.'),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
