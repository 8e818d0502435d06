import { readAddresses } from '@/lib/catalog';
import { sitemapIndex } from '@/lib/sitemap';

/** The sitemap index: one sitemap for collections, and one for each page of the API's list of product addresses. */
export async function GET(): Promise<Response> {
  const { pages } = await readAddresses(1);
  const ofProducts = Array.from({ length: Math.max(pages, 1) }, (_, index) => `/sitemaps/${index + 1}`);
  return sitemapIndex(['/sitemaps/collections', ...ofProducts]);
}
