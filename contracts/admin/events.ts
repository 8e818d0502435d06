import { z } from 'zod';

/** `pending`: also while the event is being processed; `failed`: waiting for a retry (behavior 4.10). */
export const eventStatus = z.enum(['pending', 'failed', 'complete', 'dropped']);
export type EventStatusName = z.infer<typeof eventStatus>;

/** One webhook event in the queue. */
export const event = z.object({
  id: z.string(),
  /** As upstream names it, for example `store/product/updated`; the last one, if several deliveries were merged. */
  scope: z.string(),
  /**
   * What the event makes us fetch; `market_product`: a product's membership and prices in the further markets;
   * `market`: the effects of a channel or a price list on them, which are retried automatically until they succeed.
   */
  entity: z.enum(['product', 'category', 'store', 'market_product', 'market']),
  /** Its name on this site; null when it is not cached. */
  name: z.string().nullable(),
  /** Upstream's id of the product, the category, the channel, or the price list; 0 for the store itself. */
  entity_id: z.int(),
  status: eventStatus,
  /** Retries used so far. */
  attempt: z.int(),
  /** How many deliveries it stands for. */
  deliveries: z.int(),
  receivedAt: z.iso.datetime(),
  /** Null if there will be no further attempt, and while the event is being processed. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** When it was completed or dropped. */
  finishedAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
});
export type QueuedEvent = z.infer<typeof event>;

/** Query of `GET /commerce-bridge/events`. */
export const eventListQuery = z.object({
  status: eventStatus.optional(),
  /** Only events of this product or category. */
  entity_id: z.coerce.number().int().min(0).optional(),
  /** Only events of the first 100 products whose name or description contains this text, or whose SKU is this. */
  search: z.string().trim().min(1).max(200).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

/** Response of `GET /commerce-bridge/events`, newest first. */
export const eventList = z.object({ events: z.array(event), total: z.int(), page: z.int(), pages: z.int() });
export type EventList = z.infer<typeof eventList>;

/** Path of `POST /commerce-bridge/events/:id/retry` and `DELETE /commerce-bridge/events/:id`. */
export const eventParams = z.object({ id: z.string().regex(/^\d{1,18}$/) });

/** Response of `POST /commerce-bridge/events/:id/retry`: the event, unchanged if it is being processed. */
export const eventRetry = z.object({ event });

/** Body of `POST /commerce-bridge/events/retry`: which dropped and failed events to retry; all of them when empty. */
export const retryAllBody = z.object({
  status: z.enum(['failed', 'dropped']).optional(),
  entity_id: z.int().min(0).optional(),
});
export type RetryAllBody = z.infer<typeof retryAllBody>;

/** Response of `POST /commerce-bridge/events/retry`. */
export const retriedEvents = z.object({ retried: z.int() });
export type RetriedEvents = z.infer<typeof retriedEvents>;

/**
 * Response of `GET /commerce-bridge/events/deliveries`: outcomes of all deliveries since the plugin was installed, by
 * name: `accepted`, `duplicate`, `unhandled:<scope>`, `unusable:<scope>`, `rejected:<why>`, `failed:<message>`,
 * `doubtful:<why>`.
 */
export const deliveryTallies = z.object({
  deliveries: z.array(
    z.object({ name: z.string(), count: z.int(), lastAt: z.iso.datetime(), detail: z.string().nullable() }),
  ),
});
export type DeliveryTalliesView = z.infer<typeof deliveryTallies>;

/** Response of `POST /commerce-bridge/webhooks/secret`, the only response that contains the secret. */
export const newWebhookSecret = z.object({
  secret: z.string(),
  /** Until when the previous secret is accepted, too; null when there was none. */
  previousAcceptedUntil: z.iso.datetime().nullable(),
});
export type NewWebhookSecret = z.infer<typeof newWebhookSecret>;
