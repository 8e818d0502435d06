import { revalidateTag } from 'next/cache';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import { settings } from '@/lib/settings';

const message = z.object({ type: z.literal('catalog.changed'), data: z.object({ keys: z.array(z.string()) }) });

/**
 * Receives the site's message that the catalog has changed, from a purge target of kind `webhook`, signed as specified
 * by Standard Webhooks. Its keys are the tags in lib/catalog.ts.
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
  // Ignores messages of a later version.
  if (!read.success) return new Response('Not a message about the catalog.', { status: 202 });
  // Expires immediately, so that nobody sees an outdated price.
  for (const key of read.data.data.keys) revalidateTag(key, { expire: 0 });
  return new Response(null, { status: 204 });
}
