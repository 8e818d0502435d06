import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { settings } from './settings';

/*
 * Your own content combined with products: a content type `guide` of the site with draft and publish, a title, a text,
 * and the custom field "Commerce product" for several products.
 */

const product = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  price: z.number().nullable(),
  in_stock: z.boolean(),
  calculated_price: z.number().nullable(),
  brand: z.object({ id: z.int(), name: z.string(), slug: z.string() }).nullable(),
  images_all_sizes: z.array(z.object({ alt: z.string(), zoom: z.string(), standard: z.string(), srcset: z.string() })),
});
const guideResponse = z.object({
  data: z.object({
    documentId: z.string(),
    title: z.string(),
    text: z.string().nullable(),
    products: z.array(product).nullable(),
  }),
});

export type Guide = z.output<typeof guideResponse>['data'];

/** The published version; null if there is none. Cached for a minute, and purged when what it shows changes. */
export async function readGuide(documentId: string): Promise<Guide | null> {
  'use cache';
  cacheLife('minutes');
  const guide = await fetchGuide(documentId, 'published');
  // `contract` is purged together with everything, `brands` with each brand. Next allows 128 tags.
  cacheTag('contract', 'brands', ...(guide?.products ?? []).slice(0, 126).map(({ id }) => `product-${id}`));
  return guide;
}

/** The current draft, never cached. */
export const readGuideDraft = (documentId: string): Promise<Guide | null> => fetchGuide(documentId, 'draft');

async function fetchGuide(documentId: string, status: 'draft' | 'published'): Promise<Guide | null> {
  const query = new URLSearchParams({
    status,
    commerceProducts: 'list',
    commerceInclude: 'calculated_price,brand,images_all_sizes',
  });
  const response = await fetch(`${settings.STRAPI_URL}/api/guides/${encodeURIComponent(documentId)}?${query}`, {
    headers: settings.STRAPI_TOKEN === undefined ? {} : { Authorization: `Bearer ${settings.STRAPI_TOKEN}` },
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`GET /api/guides/${documentId} returned ${response.status}`);
  return guideResponse.parse(await response.json()).data;
}
