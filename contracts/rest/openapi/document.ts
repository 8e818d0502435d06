import { sharedFailures } from './failures';
import { graphqlFailures, graphqlOperation } from './graphql-operation';
import { responseHeaders } from './headers';
import type { OpenApiDocument } from './openapi-types';
import { sharedParameters } from './parameters';
import { readOperations } from './read-operations';
import { readinessOperation } from './readiness-operation';
import { componentSchemas } from './schemas';
import { type ProofHeaders, proofSchemes, webhookOperations } from './webhook-operations';

/** The site's properties in the document. */
export interface SiteFacts {
  /** `{base_url}`, with the site's address if it is known. */
  baseUrl: string;
  /** The plugin's version. */
  version: string;
  proofHeaders: ProofHeaders;
}

const description = `Products, brands and collections of a BigCommerce store, from the site's own copy of its catalog.

- Every \`id\` is the store's own.
- Every read also supports \`HEAD\`. Unknown parameters are ignored.
- Every failure has the same body: \`code\` for programs, \`message\` for people, \`data.status\`.
- Pages of other origins may read when the site lists their origin.`;

const apiToken = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API token of the site with the permission `market.read`, for all markets or for one; only for a market that is not public.',
} as const;

/**
 * The public API of a site as an OpenAPI 3.1 document, generated from the schemas that validate requests and responses
 * (behavior 3.10).
 */
export function describeRestApi({ baseUrl, version, proofHeaders }: SiteFacts): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commerce Bridge',
      version,
      summary: "A store's catalog, served by a Strapi site",
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This site' }],
    security: [],
    tags: [
      { name: 'Products', description: 'Published products' },
      { name: 'Brands', description: 'Brands and their products' },
      { name: 'Collections', description: "The store's visible categories" },
      { name: 'Store', description: 'What all prices and weights are in' },
      { name: 'Storefront', description: 'Cart, checkout, and customers, in GraphQL' },
      { name: 'Webhooks', description: 'Called by BigCommerce' },
      { name: 'Operation', description: 'Called by load balancers' },
      { name: 'Contract', description: 'The OpenAPI document, and an index of endpoints' },
    ],
    paths: { ...readOperations(), ...graphqlOperation(), ...webhookOperations(), ...readinessOperation() },
    components: {
      schemas: componentSchemas(),
      parameters: sharedParameters,
      headers: responseHeaders,
      responses: { ...sharedFailures(), ...graphqlFailures },
      securitySchemes: { ...proofSchemes(proofHeaders), apiToken },
    },
  };
}
