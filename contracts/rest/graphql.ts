import { z } from 'zod';
import { errorBody } from './errors';

/** The largest body of a GraphQL request, in bytes (behavior 6.1). */
export const longestGraphqlBody = 256 * 1024;

/**
 * What Apollo's persisted queries send in place of the document, and along with it after the hash was not known:
 * `sha256Hash` in hex of the document's text.
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

/** The response to a GraphQL request, as the store gives it: with 200, and with 400 for a request that it refuses. */
export const graphqlResponse = z.looseObject({
  data: z.unknown().optional(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/** Every other failure of `POST {base_url}/graphql`: our error body, and what GraphQL clients look for (behavior 6.3). */
export const graphqlErrorBody = errorBody.extend({
  errors: z
    .array(z.strictObject({ message: z.string(), extensions: z.strictObject({ code: z.string() }) }))
    .min(1)
    .describe('The same again, in the format that GraphQL clients read.'),
});
export type GraphqlErrorBody = z.infer<typeof graphqlErrorBody>;

/** The endpoint, as routes and documentation need it. */
export const graphqlEndpoint = {
  method: 'POST',
  path: '/graphql',
  summary: 'Forwards a GraphQL request to the store: cart, checkout, customer, and product details',
  body: graphqlBody,
  response: graphqlResponse,
  error: graphqlErrorBody,
} as const;
