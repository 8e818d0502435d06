import { readAddresses } from '@/lib/catalog';
import { sitemap } from '@/lib/sitemap';

/** The addresses of one page of products, with their last changes. */
export async function GET(_request: Request, { params }: RouteContext<'/sitemaps/[page]'>): Promise<Response> {
  const page = Number((await params).page);
  if (!Number.isInteger(page) || page < 1 || page > 100_000) return new Response('Not found', { status: 404 });
  const { products } = await readAddresses(page);
  return sitemap(products.map(({ slug, changed }) => ({ path: `/products/${encodeURIComponent(slug)}`, changed })));
}
