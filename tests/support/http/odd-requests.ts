import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

/** A raw request, so that paths and bodies arrive unchanged. */
export interface OddRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Null: the headers announce a body, but none of it is sent. */
  body?: string | Buffer | null;
}

export interface RawResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Sends it to a site, over a separate connection. */
export async function sendOddly(
  url: string,
  { method, path, headers = {}, body = '' }: OddRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const length = body === null ? '1000000' : String(Buffer.byteLength(body));
  const asking = request({
    host: hostname,
    port,
    path,
    method,
    headers: { connection: 'close', 'content-length': length, ...headers },
  });
  const responding = once(asking, 'response');
  if (body === null) asking.flushHeaders();
  else asking.end(body);
  const [response]: IncomingMessage[] = await responding;
  if (!response) throw new Error('no response came');
  const received = { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  asking.on('error', () => undefined).destroy();
  return received;
}

const query = JSON.stringify({ query: '{ site { settings { storeName } } }' });
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=x' };
const addressForm = { 'content-type': 'application/x-www-form-urlencoded' };
const openForm = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nno end';

/** Bodies that break parsers. */
export const oddBodies: Record<string, Pick<OddRequest, 'headers' | 'body'>> = {
  'a form that breaks off': { headers: form, body: openForm },
  'a form without a boundary': { headers: { 'content-type': 'multipart/form-data' }, body: openForm },
  'an empty form': { headers: form, body: '' },
  'JSON that breaks off': { headers: json, body: '{"query":' },
  'JSON in an encoding that nobody knows': {
    headers: { ...json, 'content-encoding': 'zstd-of-tomorrow' },
    body: query,
  },
  'gzip that breaks off': { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(query).subarray(0, 20) },
  'gzip that is none': { headers: { ...json, 'content-encoding': 'gzip' }, body: query },
  'deflate that is none': { headers: { ...json, 'content-encoding': 'deflate' }, body: query },
  'Brotli that is none': { headers: { ...json, 'content-encoding': 'br' }, body: query },
  'an address form that cannot be decoded': { headers: addressForm, body: '%=%E0%A4%A&a[__proto__][b]=1&'.repeat(50) },
  'an address form in gzip that is none': { headers: { ...addressForm, 'content-encoding': 'gzip' }, body: 'a=1' },
  'JSON of two megabytes': { headers: json, body: JSON.stringify({ query: 'x'.repeat(2_000_000) }) },
};

/** Parts of a URL that break decoders, routers, or databases. */
export const oddParts = [
  '%00',
  'a%00b',
  '%zz',
  '%',
  '%E0%A4%A',
  '%FF',
  '%2F',
  '%2e%2e',
  '..',
  '%0d%0a',
  'a'.repeat(9000),
  '99999999999999999999',
  '-1',
  '1e9',
  '1.5',
  '%F0%9F%98%80',
  '%ED%A0%80',
];
