import { promisify } from 'node:util';
import { unzip, unzipSync } from 'node:zlib';
import type { ResponseHeaders } from './rate-limit-headers';
import type { TransportOutcome } from './upstream-transport';

/** What transports accept; `responseOf` decodes both. */
export const acceptedEncodings = 'gzip, deflate';

/**
 * In milliseconds. We close a connection that was idle for this long, since the other end may be about to: most wait at
 * least 60 s.
 */
export const longestIdleConnection = 30_000;

/** A received response with its raw body. */
export interface ReceivedResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/**
 * Decompresses a response.
 * @param maximumBytes of the decompressed body
 * @throws Error with one of zlib's codes when the body does not match its encoding
 */
export async function responseOf(
  { status, headers: received, body: packed }: ReceivedResponse,
  { maximumBytes }: { maximumBytes: number },
): Promise<TransportOutcome> {
  const headers = singleHeaders(received);
  const body = await unpack(packed, { encoding: headers['content-encoding'], maximumBytes });
  return body === null ? { kind: 'oversized', maximumBytes } : { kind: 'response', status, headers, body };
}

/** Classifies an error of a transport. */
export function transportFailure(error: unknown): TransportOutcome {
  const code = codeOf(error);
  if (unsendableCodes.has(code)) return { kind: 'unsendable', detail: code, cause: error };
  return { kind: 'unavailable', reason: 'network', detail: code === '' ? 'connection failed' : code, cause: error };
}

/** Codes of errors thrown before anything is sent; a retry cannot help. */
const unsendableCodes = new Set([
  'ERR_INVALID_URL',
  'ERR_UNSUPPORTED_PROTOCOL',
  'ERR_INVALID_PROTOCOL',
  'ERR_INVALID_CHAR',
]);

const unzipped = promisify(unzip);

// Decompressing this little takes less time than handing it to another thread and back.
const unpackedAtOnce = 4 * 1024;

// The chunk decompressed between two iterations of the event loop. A page of products takes two of these, but about
// twenty of Node's default 16 KiB: while a run writes, and the loop iterates only every few milliseconds, the run would
// wait for its next pages.
const unpackedPerTurn = 256 * 1024;

/** Null when it would be too large. */
async function unpack(
  body: Buffer,
  { encoding = 'identity', maximumBytes }: { encoding: string | undefined; maximumBytes: number },
): Promise<Buffer | null> {
  if (body.length === 0 || encoding === 'identity') return body;
  const options = { maxOutputLength: maximumBytes, chunkSize: unpackedPerTurn };
  try {
    return body.length <= unpackedAtOnce ? unzipSync(body, options) : await unzipped(body, options);
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

function singleHeaders(headers: ReceivedResponse['headers']): ResponseHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
