import { addressOf } from './settings';

/** A page of the shop, and when it last changed, if known. */
interface SitemapEntry {
  path: string;
  changed?: string;
}

/** A sitemap of these pages. Paths and dates contain no characters that must be escaped in XML. */
export function sitemap(entries: readonly SitemapEntry[]): Response {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${addressOf(path)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
  );
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>`);
}

/** A sitemap index for the sitemaps at these paths. */
export function sitemapIndex(paths: readonly string[]): Response {
  const maps = paths.map((path) => `<sitemap><loc>${addressOf(path)}</loc></sitemap>`);
  return xml(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('\n')}</sitemapindex>`);
}

const xml = (content: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  });
