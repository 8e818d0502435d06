import { createHash, createHmac } from 'node:crypto';

/** The body and headers of one delivery, ready to send. */
export interface SignedDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The content of a delivery's body. Times are Unix seconds. */
export interface DeliveryBody {
  readonly storeHash: string;
  /** Numeric store id; sent as a string. */
  readonly storeId: number;
  readonly hash: string;
  readonly createdAt: number;
  readonly scope: string;
  readonly data: unknown;
}

/** The measured six keys in their measured order (upstream 4.3). */
export function writeBody(parts: DeliveryBody): string {
  return JSON.stringify({
    producer: `stores/${parts.storeHash}`,
    hash: parts.hash,
    created_at: parts.createdAt,
    store_id: String(parts.storeId),
    scope: parts.scope,
    data: parts.data,
  });
}

/**
 * 40 hex digits, different for each event; upstream documents SHA-1 of the payload, and nothing else can be relied on
 * (upstream 4.3).
 */
export function hashOf(event: { scope: string; data: unknown }, serial: number): string {
  return createHash('sha1')
    .update(JSON.stringify([serial, event.scope, event.data]))
    .digest('hex');
}

/** A signed delivery with the measured headers; `registered` headers are echoed (upstream 4.1, 4.3, 4.4). */
export function signDelivery(delivery: {
  body: string;
  id: string;
  /** Time of this attempt, in Unix seconds. */
  timestamp: number;
  clientSecret: string;
  registered: Readonly<Record<string, string>>;
}): SignedDelivery {
  const { body, id, timestamp, clientSecret } = delivery;
  return {
    body,
    headers: {
      ...delivery.registered,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature({ body, id, timestamp, clientSecret }),
      'user-agent': 'pekko-http/1.3.0',
      'accept-encoding': 'gzip',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    },
  };
}

/** Standard Webhooks: the HMAC key is the UTF-8 bytes of the client secret (upstream 4.4). */
export function standardSignature(signed: {
  body: string;
  id: string;
  timestamp: number;
  clientSecret: string;
}): string {
  const content = `${signed.id}.${signed.timestamp}.${signed.body}`;
  return `v1,${createHmac('sha256', Buffer.from(signed.clientSecret, 'utf8')).update(content).digest('base64')}`;
}
