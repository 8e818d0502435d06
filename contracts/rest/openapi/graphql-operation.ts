import type { RestErrorCode } from '../errors';
import { graphqlAnswer, graphqlBody, graphqlEndpoint, graphqlErrorBody } from '../graphql';
import { failureSchema, failuresOf, otherFailure } from './failures';
import { headersNamed } from './headers';
import type { Answer, BodySchema, Parameter, PathItem } from './openapi-types';
import { referenceTo } from './schemas';

const failures: readonly RestErrorCode[] = ['payload_too_large', 'unsupported_media_type', 'rate_limited', 'internal_error', 'upstream_unavailable'];
const refusals: readonly RestErrorCode[] = ['invalid_json', 'invalid_graphql_request'];

const headerParameters: Parameter[] = [
  { name: 'Accept-Language', in: 'header', required: false, description: 'Passed on: selects the language of the answer.', schema: { type: 'string' } },
  {
    name: 'X-Bc-Customer-Access-Token',
    in: 'header',
    required: false,
    description: 'Passed on: the token that `login` answered, for what belongs to a customer.',
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
          200: answered('What the store answered; it may hold `errors` beside `data`.', answer),
          400: answered('Refused by the store, in its own words (`errors` alone), or by us before it was asked (with `code`).', {
            anyOf: [failureSchema({ status: 400, codes: refusals, body: graphqlErrorBody }), answer],
          }),
          ...failuresOf(failures, graphqlErrorBody),
          default: otherFailure,
        },
      },
    },
  };
}

const answer = referenceTo(graphqlAnswer);

const answered = (description: string, schema: BodySchema): Answer => ({
  description,
  headers: headersNamed('X-Request-Id'),
  content: { 'application/json': { schema } },
});
