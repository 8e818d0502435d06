import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import { got, TimeoutError, type Delays } from 'got';
import type { AnswerHeaders } from './rate-limit-headers';
import type { TransportOutcome, TransportRequest, UpstreamTransport } from './upstream-transport';

/** How long each phase of one request may take, in milliseconds; `socket` is silence, `request` everything together. */
export type PhaseTimeouts = Required<Pick<Delays, 'lookup' | 'connect' | 'secureConnect' | 'socket' | 'send' | 'response' | 'request'>>;

/** Upstream answers a page of products within a few seconds; the rest is for bad days. */
export const defaultPhaseTimeouts: PhaseTimeouts = {
  lookup: 5_000,
  connect: 10_000,
  secureConnect: 10_000,
  send: 15_000,
  response: 30_000,
  socket: 30_000,
  request: 120_000,
};

export interface GotTransportOptions {
  timeouts?: Partial<PhaseTimeouts>;
  /** Of an answer's body once unpacked, so that a small packed one cannot fill the memory either. */
  maximumBytes?: number;
}

/** Fifty products with descriptions of 1 MB are 50 MB; nothing honest is larger. */
const defaultMaximumBytes = 64 * 1024 * 1024;

/** Thrown before anything is sent; no second attempt can do better. */
const unsendableCodes = new Set(['ERR_INVALID_URL', 'ERR_UNSUPPORTED_PROTOCOL', 'ERR_INVALID_CHAR']);

/** A connection that nobody used for this long is closed by us, since the other end may be about to: most wait 60 s or longer. */
const longestIdle = 30_000;

/** Sends single requests with got: no retries, no redirects, no waiting; those are decided elsewhere. */
export function createGotTransport({ timeouts, maximumBytes = defaultMaximumBytes }: GotTransportOptions = {}): UpstreamTransport {
  const timeout = { ...defaultPhaseTimeouts, ...timeouts };
  const keeping = { keepAlive: true, timeout: longestIdle };
  const kept = { http: new HttpAgent(keeping), https: new HttpsAgent(keeping) };

  // A kept connection may be closing under our hands. A GET is tried again then; anything else cannot be, so unless
  // its sender asks for a kept one it gets a connection of its own.
  const mayBeKept = ({ method, connection = method === 'GET' ? 'kept' : 'own' }: TransportRequest) => connection === 'kept';
  const agentFor = (request: TransportRequest) => (mayBeKept(request) ? kept : { http: false, https: false } as const);
  const open = (request: TransportRequest) => {
    const stream = got.stream(request.url, {
      method: request.method,
      headers: { 'accept-encoding': 'gzip, deflate', ...request.headers },
      // Unpacked at once when all is there: otherwise each piece passes several streams on the main thread.
      decompress: false,
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal ? { signal: request.signal } : {}),
      agent: agentFor(request),
      timeout,
      retry: { limit: 0 },
      throwHttpErrors: false,
      // The token goes to no other host, whatever an answer says.
      followRedirect: false,
    });
    const { onSent } = request;
    if (onSent) stream.once('request', (sending) => sending.once('finish', onSent));
    // Without a body, got waits for one to be written to the stream; not so for a GET, which has none.
    if (request.method !== 'GET' && request.body === undefined) stream.end();
    return stream;
  };

  return {
    send: async (request) => {
      let stream: ReturnType<typeof open> | null = null;
      try {
        stream = open(request);
        return await readAnswer(stream, maximumBytes);
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason;
        const failure = failureOf(error);
        return failure.kind === 'unavailable' ? { ...failure, wasKept: stream?.reusedSocket === true } : failure;
      }
    },
    close: () => {
      kept.http.destroy();
      kept.https.destroy();
    },
  };
}

async function readAnswer(stream: ReturnType<typeof got.stream>, maximumBytes: number): Promise<TransportOutcome> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      length += bytes.length;
      // Leaving the loop destroys the stream, and the connection with it.
      if (length > maximumBytes) return { kind: 'oversized', maximumBytes };
      chunks.push(bytes);
    }
  } finally {
    // got's streams do not end themselves once they are read: they would hear the signal of their run later, and the
    // error they then emit, heard by nobody, would end the whole site.
    stream.destroy();
  }
  const { response } = stream;
  if (!response) return { kind: 'unavailable', reason: 'network', detail: 'no answer', cause: undefined };
  const headers = singleHeaders(response.headers);
  const body = await unpack(Buffer.concat(chunks), { encoding: headers['content-encoding'], maximumBytes });
  return body === null ? { kind: 'oversized', maximumBytes } : { kind: 'answer', status: response.statusCode, headers, body };
}

const unzipped = promisify(unzip);

/** Null when it would be too large. */
async function unpack(body: Buffer, { encoding = 'identity', maximumBytes }: { encoding: string | undefined; maximumBytes: number }): Promise<Buffer | null> {
  if (body.length === 0 || encoding === 'identity') return body;
  try {
    return await unzipped(body, { maxOutputLength: maximumBytes });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

function failureOf(error: unknown): TransportOutcome {
  if (error instanceof TimeoutError) {
    return { kind: 'unavailable', reason: 'timeout', detail: `no ${error.event} in time`, cause: error };
  }
  const code = codeOf(error);
  if (unsendableCodes.has(code)) return { kind: 'unsendable', detail: code, cause: error };
  return { kind: 'unavailable', reason: 'network', detail: code === '' ? 'connection failed' : code, cause: error };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function singleHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}
