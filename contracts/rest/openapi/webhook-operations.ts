import type { RestErrorCode } from '../errors';
import { webhookDelivery, webhookError, webhookPaths } from '../webhook';
import { failuresOf, otherFailure } from './failures';
import { headersNamed, notCached } from './headers';
import type { OpenApiResponse, OpenApiDocument, Operation, PathItem } from './openapi-types';
import { referenceTo } from './schemas';

/** Names of the headers that authenticate a delivery. */
export interface ProofHeaders {
  /** Of the first scheme; configurable. */
  signature: string;
  /** Of the third scheme. */
  token: string;
}

const failures: readonly RestErrorCode[] = ['payload_too_large', 'unsupported_media_type'];

/** The path items of the webhook receiver and its alias. */
export function webhookOperations(): Record<string, PathItem> {
  return Object.fromEntries(
    webhookPaths.map((path, index) => [
      path,
      { post: operationOf(index === 0 ? 'receiveDelivery' : 'receiveDeliveryAlias') },
    ]),
  );
}

const operationOf = (operationId: string): Operation => ({
  operationId,
  tags: ['Webhooks'],
  summary: 'Receives a webhook delivery from BigCommerce',
  description:
    'Called by BigCommerce, not by frontends. One valid proof is enough. Events that are not handled are acknowledged, too.',
  security: proofs.map((name) => ({ [name]: [] })),
  requestBody: { required: true, content: { 'application/json': { schema: referenceTo(webhookDelivery) } } },
  responses: {
    200: {
      description: 'Stored, and processed later. The response has no body.',
      headers: headersNamed('X-Request-Id'),
    },
    401: ownFailure('No proof, or an invalid one.'),
    ...failuresOf(failures),
    500: ownFailure('Proven, and not an event: not JSON, or without `scope`; or it could not be stored.'),
    default: otherFailure,
  },
});

const ownFailure = (description: string): OpenApiResponse => ({
  description,
  headers: { ...notCached(), ...headersNamed('X-Request-Id') },
  content: { 'application/json': { schema: referenceTo(webhookError) } },
});

const proofs = ['signatureHeader', 'standardWebhooks', 'headerToken'] as const;

/** The three ways to authenticate a delivery (behavior 4.1, 4.2, 4.3), as the document's security schemes. */
export function proofSchemes({
  signature,
  token,
}: ProofHeaders): NonNullable<OpenApiDocument['components']['securitySchemes']> {
  const words: Record<(typeof proofs)[number], [header: string, description: string]> = {
    signatureHeader: [
      signature,
      'HMAC-SHA256 over the raw body with the webhook secret, in hex or base64; `sha256=` may precede it.',
    ],
    standardWebhooks: [
      'webhook-signature',
      "Standard Webhooks, with `webhook-id` and `webhook-timestamp`; the key is the API account's client secret.",
    ],
    headerToken: [token, 'The token that was put into the hook when it was registered.'],
  };
  return Object.fromEntries(
    proofs.map((name) => [name, { type: 'apiKey', in: 'header', name: words[name][0], description: words[name][1] }]),
  );
}
