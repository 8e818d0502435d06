import type { ResponseInfo, SentOptions } from './types';

/** The headers in which a site may name a response's contents, and their separators. */
const surrogateHeaders: readonly (readonly [header: string, separator: string])[] = [
  ['Surrogate-Key', ' '],
  ['Cache-Tag', ','],
  ['Netlify-Cache-Tag', ','],
  ['Vercel-Cache-Tag', ','],
  ['xkey', ' '],
];

/** Reads a response's headers. */
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

/** Adds the ETag to the options for `fetch`, so that an unchanged response has no body. */
export function withEntityTag(options: SentOptions, etag: string | undefined): SentOptions {
  if (etag === undefined) return options;
  const headers = new Headers(options.headers);
  headers.set('If-None-Match', etag);
  return { ...options, headers };
}
