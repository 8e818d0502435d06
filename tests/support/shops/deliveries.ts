import { createHash, createHmac, randomUUID } from 'node:crypto';
import { tokenHeader } from '../../../server/src/webhooks/header-token';
import { fetchByContract } from '../http/rest-contract';

/** The content of a delivery; the rest is generated. */
export interface DeliveryContent {
  scope?: string;
  data?: unknown;
  /** Unix seconds. */
  createdAt?: number;
  hash?: string;
}

/** A request that a test sends to the receiver. */
export interface TestDelivery {
  body: Buffer;
  headers: Record<string, string>;
}

/** A body like upstream's (upstream 4.3), for product 77 by default. */
export function deliveryBody(content: DeliveryContent = {}): Buffer {
  const { scope = 'store/product/updated', data = { type: 'product', id: 77 } } = content;
  return Buffer.from(
    JSON.stringify({
      producer: 'stores/demostore1',
      hash: content.hash ?? createHash('sha1').update(randomUUID()).digest('hex'),
      created_at: content.createdAt ?? Math.floor(Date.now() / 1000),
      store_id: '1003502318',
      scope,
      data,
    }),
  );
}

const json = { 'content-type': 'application/json' };

/** Authenticated by the signature header. */
export function signedDelivery(secret: string, body = deliveryBody()): TestDelivery {
  return {
    body,
    headers: { ...json, 'x-platform-webhook-signature': createHmac('sha256', secret).update(body).digest('hex') },
  };
}

/** Authenticated as on the real platform. */
export function standardDelivery(
  clientSecret: string,
  {
    body = deliveryBody(),
    timestamp = Math.floor(Date.now() / 1000),
    id = randomUUID(),
  }: { body?: Buffer; timestamp?: number; id?: string } = {},
): TestDelivery {
  const signature = createHmac('sha256', clientSecret).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    body,
    headers: {
      ...json,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
  };
}

/** Authenticated by the token that registration added to the webhook. */
export function tokenDelivery(token: string, body = deliveryBody()): TestDelivery {
  return { body, headers: { ...json, [tokenHeader.toLowerCase()]: token } };
}

/** Sends a delivery to a site; throws if the response does not match the contract. */
export function deliver(site: { url: string }, { body, headers }: TestDelivery, path = '/webhook'): Promise<Response> {
  return fetchByContract(`${site.url}/api/commerce-bridge/v1`, path, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
}

/** More than 64 bytes, as the plugin requires. */
export const webhookSecret = 'a webhook secret for tests, which has to be longer than sixty-four bytes';
