import { z } from 'zod';

/** Where deliveries come in, below `{base_url}`; the second is an alias of the first (decisions 1). */
export const webhookPaths = ['/webhook', '/webhooks'] as const;

/** A delivery, as the interface specification has it ("Payload shape"); what else upstream sends is let through. */
export const webhookDelivery = z.looseObject({
  scope: z.string().describe('What happened, for example `store/product/updated`.'),
  store_id: z.string().optional(),
  data: z.looseObject({ type: z.string().optional(), id: z.int().optional().describe('The upstream id of what it happened to.') }).optional(),
});

/** Body of the receiver's two failures of its own: 401 and 500 (decisions 4, "Answers"). */
export const webhookError = z.strictObject({ error: z.enum(['Webhook signature verification failed', 'Internal server error']) });
