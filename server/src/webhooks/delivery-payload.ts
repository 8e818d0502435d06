import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DeliveryIdentity, NewEvent } from './event-queue';
import { targetOf } from './event-scopes';

/** What failures are recorded as, word for word (behavior 4.8). */
export const failedToQueue = 'Failed to queue webhook event';
export const undefinedScope = 'Undefined index: scope';

/** A proven delivery, read. */
export type Payload =
  | { kind: 'event'; event: NewEvent }
  | { kind: 'unhandled'; scope: string }
  /** Of a scope that we handle, and nothing in it says what it is about: no further attempt of upstream would change that. */
  | { kind: 'unusable'; scope: string; detail: string }
  | { kind: 'failed'; message: typeof failedToQueue | typeof undefinedScope; detail: string };

export interface ReadPayloadRequest {
  body: Buffer;
  /** `webhook-id`; null where none was sent. */
  messageId: string | null;
}

/** Body of a delivery as measured (upstream 4.3); only what we use, and only `scope` has to be there. */
const bodySchema = z.looseObject({
  scope: z.string(),
  hash: z.string().min(1).max(200).optional().catch(undefined),
  created_at: z.number().optional().catch(undefined),
});

/** Reads a delivery whose origin is proven. */
export function readPayload({ body, messageId }: ReadPayloadRequest): Payload {
  const parsed = parseJson(body);
  if (parsed.kind === 'unreadable') return { kind: 'failed', message: failedToQueue, detail: 'the body is not JSON' };
  const read = bodySchema.safeParse(parsed.value);
  if (!read.success) return { kind: 'failed', message: undefinedScope, detail: 'the body names no scope' };

  const { scope, hash, created_at: createdAt, data } = read.data;
  const target = targetOf(scope, data);
  if (target.kind === 'unhandled') return { kind: 'unhandled', scope };
  if (target.kind === 'unusable') return { kind: 'unusable', scope, detail: target.reason };

  const { entity, entityId } = target;
  const about = [scope, entity, entityId];
  const identity =
    messageId === null
      ? contentIdentity(hash, about)
      : { kind: 'message' as const, key: keyOf(['message', messageId, createdAt ?? null, ...about]) };
  return { kind: 'event', event: { scope, entity, entityId, identity } };
}

// Upstream's `webhook-id` is its `hash` (upstream 4.3), said to cover only `data`: what it was created at tells two edits
// apart that would share it. Fetching once too often costs a request; once too seldom, the edit.
function contentIdentity(hash: string | undefined, about: readonly unknown[]): DeliveryIdentity | null {
  return hash === undefined ? null : { kind: 'content', key: keyOf(['content', hash, ...about]) };
}

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function parseJson(body: Buffer): { kind: 'parsed'; value: unknown } | { kind: 'unreadable' } {
  try {
    return { kind: 'parsed', value: JSON.parse(body.toString('utf8')) };
  } catch {
    // What the parser says quotes the body; that it is none is all that is recorded.
    return { kind: 'unreadable' };
  }
}
