import { z } from 'zod';

/** Paths that receive deliveries, below `{base_url}`; the second is an alias of the first (behavior 1.4). */
export const webhookPaths = ['/webhook', '/webhooks'] as const;

/** A delivery, as far as its format is reliable (upstream 4.3); other fields that upstream sends are accepted. */
export const webhookDelivery = z.looseObject({
  scope: z.string().describe('What happened, for example `store/product/updated`.'),
  store_id: z.string().optional(),
  data: z
    .looseObject({
      type: z.string().optional(),
      id: z.int().optional().describe('The BigCommerce ID of the affected record.'),
    })
    .optional(),
});

/** Body of the receiver's own two failures: 401 and 500 (behavior 4.7). */
export const webhookError = z.strictObject({
  error: z.enum(['Webhook signature verification failed', 'Internal server error']),
});
