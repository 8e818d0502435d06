import { createHash } from 'node:crypto';
import { z } from 'zod';
import { seconds } from '../lib/durations';
import type { NewEvent } from './event-queue';
import { targetOf } from './event-scopes';

/** The words in which the interface specification wants failures recorded. */
export const failedToQueue = 'Failed to queue webhook event';
export const undefinedScope = 'Undefined index: scope';

/** A proven delivery, read. */
export type Payload =
  | { kind: 'event'; event: NewEvent }
  | { kind: 'unhandled'; scope: string }
  | { kind: 'failed'; message: typeof failedToQueue | typeof undefinedScope; detail: string };

export interface ReadPayloadRequest {
  body: Buffer;
  receivedAt: Date;
  /** When upstream says that it sent the delivery, where that is proven. */
  sentAt: Date | null;
}

/** Body of a delivery as measured (facts 4.3); only what we use, and only `scope` has to be there. */
const bodySchema = z.looseObject({
  scope: z.string(),
  hash: z.string().min(1).max(200).optional().catch(undefined),
  created_at: z.number().optional().catch(undefined),
});

/** Reads a delivery whose origin is proven. */
export function readPayload({ body, receivedAt, sentAt }: ReadPayloadRequest): Payload {
  const parsed = parseJson(body);
  if (parsed.kind === 'unreadable') return { kind: 'failed', message: failedToQueue, detail: 'the body is not JSON' };
  const read = bodySchema.safeParse(parsed.value);
  if (!read.success) return { kind: 'failed', message: undefinedScope, detail: 'the body names no scope' };

  const { scope, hash, created_at: createdAt, data } = read.data;
  const target = targetOf(scope, data);
  if (target.kind === 'unhandled') return { kind: 'unhandled', scope };
  if (target.kind === 'unusable') return { kind: 'failed', message: failedToQueue, detail: `${scope}: ${target.reason}` };

  const { entity, entityId } = target;
  const deliveryKey = deliveryKeyOf({ hash, createdAt, entity, entityId, arrivedAt: sentAt ?? receivedAt });
  return { kind: 'event', event: { scope, entity, entityId, receivedAt, deliveryKey } };
}

// `created_at` has whole seconds, so within two seconds of it another change can still come under the same name.
const settledAfter = seconds(2);

/**
 * The same for deliveries of one event: upstream delivers at least once. Null where a repeated delivery might tell of
 * something new: `hash` is said to cover only `data`, so two edits of one product in one second could share it with
 * `created_at` (facts 4.3). Fetching once too often costs a request; once too seldom, the edit.
 */
function deliveryKeyOf(delivery: {
  hash: string | undefined;
  createdAt: number | undefined;
  entity: string;
  entityId: number;
  arrivedAt: Date;
}): string | null {
  const { hash, createdAt, entity, entityId, arrivedAt } = delivery;
  if (hash === undefined || createdAt === undefined) return null;
  if (arrivedAt.getTime() < seconds(createdAt) + settledAfter) return null;
  return createHash('sha256').update(JSON.stringify([hash, createdAt, entity, entityId])).digest('base64url');
}

function parseJson(body: Buffer): { kind: 'parsed'; value: unknown } | { kind: 'unreadable' } {
  try {
    return { kind: 'parsed', value: JSON.parse(body.toString('utf8')) };
  } catch {
    // What the parser says quotes the body; that it is none is all that is recorded.
    return { kind: 'unreadable' };
  }
}
