import { listCollections } from '@/lib/catalog';
import { sitemap } from '@/lib/sitemap';

/** The home page, and the addresses of all collections. */
export async function GET(): Promise<Response> {
  const collections = await listCollections();
  const paths = collections.map(({ slug }) => `/collections/${encodeURIComponent(slug)}`);
  return sitemap(['/', '/products', ...paths].map((path) => ({ path })));
}
