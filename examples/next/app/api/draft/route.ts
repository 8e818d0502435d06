import { createHash, timingSafeEqual } from 'node:crypto';
import { draftMode } from 'next/headers';
import { redirect } from 'next/navigation';
import { settings } from '@/lib/settings';

/** Target of Strapi's preview: `/api/draft?secret=…&path=/guides/…`. Enables drafts for anyone with the secret. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const path = searchParams.get('path') ?? '/';
  if (!isSecret(searchParams.get('secret') ?? '')) return new Response('Wrong secret', { status: 401 });
  const page = pageOf(path);
  if (page === null) return new Response('Not a path of this shop', { status: 400 });
  (await draftMode()).enable();
  redirect(page);
}

/** Resolves a path like browsers do: `//elsewhere`, even with a tab in it, is another site. */
function pageOf(path: string): string | null {
  if (!URL.canParse(path, settings.SHOP_URL)) return null;
  const { origin, href } = new URL(path, settings.SHOP_URL);
  return origin === new URL(settings.SHOP_URL).origin ? href : null;
}

function isSecret(given: string): boolean {
  const { DRAFT_SECRET: secret } = settings;
  return secret !== undefined && timingSafeEqual(digest(given), digest(secret));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
