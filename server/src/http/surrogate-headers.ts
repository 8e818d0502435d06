import type { ServerResponse } from 'node:http';
import type { SurrogateHeader } from '../../../contracts/admin/purging';

/** How caches read the header that names what a response contains, and how much of it. */
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
  // Varnish takes 8 KB a header, its name included.
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
 * The header's value. Where a cache would take only a part, records are left out: what shows several also has a name that
 * each change of one of them purges.
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
