import { readAddresses } from '@/lib/catalog';
import { addressOf } from '@/lib/settings';

/** The addresses of some products; app/sitemap.xml names all of these files. */
export async function GET(_request: Request, { params }: RouteContext<'/sitemaps/[page]'>): Promise<Response> {
  const page = Number((await params).page);
  if (!Number.isInteger(page) || page < 1 || page > 100_000) return new Response('Not found', { status: 404 });
  const { products } = await readAddresses(page);
  const entries = products.map(
    ({ slug, changed }) =>
      `<url><loc>${addressOf(`/products/${encodeURIComponent(slug)}`)}</loc><lastmod>${changed}</lastmod></url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  );
}
