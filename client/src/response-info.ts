import type { ResponseInfo, SentOptions } from './types';

/** The headers that a site may name its content in, and the separator of two names. */
const surrogateHeaders: readonly (readonly [header: string, separator: string])[] = [
  ['Surrogate-Key', ' '],
  ['Cache-Tag', ','],
  ['Netlify-Cache-Tag', ','],
  ['Vercel-Cache-Tag', ','],
  ['xkey', ' '],
];

/** Reads what the headers of a response say. */
export const infoOf = ({ url, status, headers }: Response): ResponseInfo => ({
  url,
  status,
  etag: headers.get('ETag'),
  surrogateKeys: namesIn(headers),
});

function namesIn(headers: Headers): string[] {
  for (const [header, separator] of surrogateHeaders) {
    const names = (headers.get(header) ?? '').split(separator).map((name) => name.trim());
    const present = names.filter((name) => name !== '');
    if (present.length > 0) return present;
  }
  return [];
}

/** What goes to `fetch` so that an unchanged response has no body. */
export function withEntityTag(options: SentOptions, etag: string | undefined): SentOptions {
  if (etag === undefined) return options;
  const headers = new Headers(options.headers);
  headers.set('If-None-Match', etag);
  return { ...options, headers };
}
