import type { ServerResponse } from 'node:http';
import type { SurrogateHeader } from '../../../contracts/admin/purging';

/** How caches parse the header that names the contents of a response, and how much of it they accept. */
interface Dialect {
  separator: string;
  mostKeys: number;
  mostBytes: number;
}

const dialects: Record<SurrogateHeader, Dialect> = {
  // Fastly.
  'Surrogate-Key': { separator: ' ', mostKeys: Infinity, mostBytes: 16_384 },
  // Cloudflare, and others.
  'Cache-Tag': { separator: ',', mostKeys: Infinity, mostBytes: 16_384 },
  'Netlify-Cache-Tag': { separator: ',', mostKeys: Infinity, mostBytes: 16_384 },
  'Vercel-Cache-Tag': { separator: ',', mostKeys: 128, mostBytes: 8_192 },
  // Varnish accepts 8 KB per header, including its name.
  xkey: { separator: ' ', mostKeys: Infinity, mostBytes: 8_000 },
};

/** @param keys separated by spaces */
export function setSurrogateHeaders(
  response: Pick<ServerResponse, 'setHeader'>,
  { keys, headers }: { keys: string; headers: readonly SurrogateHeader[] },
): void {
  for (const header of headers) response.setHeader(header, surrogateValue(keys, header));
}

/**
 * The header's value. If it is too long for a cache, the keys of single records are left out: a response with several
 * records also has a key that is purged when any of them changes.
 */
export function surrogateValue(keys: string, header: SurrogateHeader): string {
  const { separator, mostKeys, mostBytes } = dialects[header];
  // Most responses, and most headers, need nothing else; a hit does little else.
  if (keys.length <= mostBytes && (mostKeys === Infinity || keys.length < mostKeys)) {
    return separator === ' ' ? keys : keys.replaceAll(' ', separator);
  }
  const all = keys.split(' ');
  const isTooMuch = keys.length > mostBytes || all.length > mostKeys;
  return (isTooMuch ? all.filter((key) => !/^(?:product|brand|collection)-\d+$/.test(key)) : all).join(separator);
}
