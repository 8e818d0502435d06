import { readAddresses } from '@/lib/catalog';
import { sitemapIndex } from '@/lib/sitemap';

/** Names the sitemaps: one of collections, and of products as many as the API's list of addresses has pages. */
export async function GET(): Promise<Response> {
  const { pages } = await readAddresses(1);
  const ofProducts = Array.from({ length: Math.max(pages, 1) }, (_, index) => `/sitemaps/${index + 1}`);
  return sitemapIndex(['/sitemaps/collections', ...ofProducts]);
}
