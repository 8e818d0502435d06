import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MarketChange } from '../markets/market-change';
import type { DeliveryIdentity, NewEvent } from './event-queue';
import { targetOf } from './event-scopes';
import type { MetafieldChange } from './market-scopes';

/** The exact wording under which failures are recorded (behavior 4.8). */
export const failedToQueue = 'Failed to queue webhook event';
export const undefinedScope = 'Undefined index: scope';
/** The detail of a body that cannot be parsed. */
export const notJson = 'the body is not JSON';

/** A proven delivery, parsed. */
export type Payload =
  | { kind: 'event'; event: NewEvent }
  /** It concerns further markets rather than one entity. */
  | { kind: 'market'; scope: string; changes: MarketChange[] }
  /** It concerns a product's metafield; null: a metafield of something else. */
  | { kind: 'metafield'; scope: string; change: MetafieldChange | null }
  | { kind: 'unhandled'; scope: string }
  /**
   * A scope that we handle, but nothing in the delivery identifies the entity: another attempt by upstream would not
   * change that.
   */
  | { kind: 'unusable'; scope: string; detail: string }
  | { kind: 'failed'; message: typeof failedToQueue | typeof undefinedScope; detail: string };

export interface ReadPayloadRequest {
  body: Buffer;
  /** `webhook-id`; null when none was sent. */
  messageId: string | null;
}

/** Body of a delivery as measured (upstream 4.3); only the fields we use, and only `scope` is required. */
const bodySchema = z.looseObject({
  scope: z.string(),
  hash: z.string().min(1).max(200).optional().catch(undefined),
  created_at: z.number().optional().catch(undefined),
});

/** Parses a delivery whose origin is proven. */
export function readPayload({ body, messageId }: ReadPayloadRequest): Payload {
  const parsed = parseJson(body);
  if (parsed.kind === 'unreadable') return { kind: 'failed', message: failedToQueue, detail: notJson };
  const read = bodySchema.safeParse(parsed.value);
  if (!read.success) return { kind: 'failed', message: undefinedScope, detail: 'the body names no scope' };

  const { scope, hash, created_at: createdAt, data } = read.data;
  const target = targetOf(scope, data);
  if (target.kind === 'unhandled') return { kind: 'unhandled', scope };
  if (target.kind === 'market') return { kind: 'market', scope, changes: target.changes };
  if (target.kind === 'metafield') return { kind: 'metafield', scope, change: target.change };
  if (target.kind === 'unusable') return { kind: 'unusable', scope, detail: target.reason };

  const { entity, entityId } = target;
  const about = [scope, entity, entityId];
  const identity =
    messageId === null
      ? contentIdentity(hash, about)
      : { kind: 'message' as const, key: keyOf(['message', messageId, createdAt ?? null, ...about]) };
  return { kind: 'event', event: { scope, entity, entityId, identity } };
}

// Upstream's `webhook-id` is its `hash` (upstream 4.3), documented as covering only `data`: the creation time tells
// apart two edits that share it. An unnecessary fetch costs one request; a missing one loses the edit.
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
    // The parser's message quotes the body; only the fact that it is not JSON is recorded.
    return { kind: 'unreadable' };
  }
}
