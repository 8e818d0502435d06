import { readAddresses } from '@/lib/catalog';
import { addressOf } from '@/lib/settings';

/** Names the sitemaps of the products; each has as many as a page of the API. */
export async function GET(): Promise<Response> {
  const { pages } = await readAddresses(1);
  const maps = Array.from({ length: Math.max(pages, 1) }, (_, index) => addressOf(`/sitemaps/${index + 1}`));
  const entries = maps.map((address) => `<sitemap><loc>${address}</loc></sitemap>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</sitemapindex>`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  );
}
