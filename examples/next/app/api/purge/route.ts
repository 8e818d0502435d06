import { revalidateTag } from 'next/cache';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import { settings } from '@/lib/settings';

const message = z.object({ type: z.literal('catalog.changed'), data: z.object({ keys: z.array(z.string()) }) });

/**
 * Takes the site's message that the catalog changed: a purge target of kind `webhook`, signed as Standard Webhooks wants it.
 * Its keys are the tags of lib/catalog.ts.
 */
export async function POST(request: Request): Promise<Response> {
  if (settings.PURGE_SECRET === undefined) return new Response('PURGE_SECRET is not set.', { status: 503 });
  const body = await request.text();
  try {
    new Webhook(settings.PURGE_SECRET).verify(body, Object.fromEntries(request.headers));
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 401 });
    throw error;
  }
  const read = message.safeParse(JSON.parse(body));
  // Messages of a later version are none of ours.
  if (!read.success) return new Response('Not a message about the catalog.', { status: 202 });
  // At once: nobody is shown a price that is no longer the store's.
  for (const key of read.data.data.keys) revalidateTag(key, { expire: 0 });
  return new Response(null, { status: 204 });
}
