import { z } from 'zod';
import { errorBody } from './errors';

/** The largest body of a GraphQL request, in bytes (behavior 6.1). */
export const longestGraphqlBody = 256 * 1024;

/**
 * What Apollo's persisted queries send in place of the document, or in addition to it if the hash was unknown: the
 * SHA-256 hash of the document's text, in hex.
 */
export const persistedQuery = z.looseObject({
  version: z.literal(1),
  sha256Hash: z.string().regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 digest in hex'),
});

/** Body of `POST {base_url}/graphql` (behavior 6.1). */
export const graphqlBody = z.strictObject({
  query: z
    .string()
    .nullish()
    .describe(
      'A GraphQL document. Optional if a safelist is set and `extensions.persistedQuery` names one of its documents.',
    ),
  variables: z.record(z.string(), z.unknown()).nullish().describe("Values of the operation's variables."),
  operationName: z.string().nullish().describe('Which operation to run; required if the document has several.'),
  extensions: z
    .looseObject({ persistedQuery: persistedQuery.nullish() })
    .nullish()
    .describe('Accepted from clients that send it. Only `persistedQuery` is used, and nothing is forwarded.'),
});
export type GraphqlBody = z.infer<typeof graphqlBody>;

/** The store's response to a GraphQL request: with 200, or with 400 for a request that it rejects. */
export const graphqlResponse = z.looseObject({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/** Any other failure of `POST {base_url}/graphql`: our error body, plus `errors` for GraphQL clients (behavior 6.3). */
export const graphqlErrorBody = errorBody.extend({
  errors: z
    .array(z.strictObject({ message: z.string(), extensions: z.strictObject({ code: z.string() }) }))
    .min(1)
    .describe('The same again, in the format that GraphQL clients read.'),
});
export type GraphqlErrorBody = z.infer<typeof graphqlErrorBody>;

/** The endpoint, described for routes and documentation. */
export const graphqlEndpoint = {
  method: 'POST',
  path: '/graphql',
  summary: 'Forwards a GraphQL request to the store: cart, checkout, customer, and product details',
  body: graphqlBody,
  response: graphqlResponse,
  error: graphqlErrorBody,
} as const;
