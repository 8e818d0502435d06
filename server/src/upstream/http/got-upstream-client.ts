import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { got, TimeoutError, type Delays } from 'got';
import { acceptedEncodings, responseOf, transportFailure, longestIdleConnection } from './transport-responses';
import type { TransportOutcome, TransportRequest, UpstreamTransport } from './upstream-transport';

/** How long each phase of one request may take, in milliseconds; `socket` is silence, `request` everything together. */
export type PhaseTimeouts = Required<
  Pick<Delays, 'lookup' | 'connect' | 'secureConnect' | 'socket' | 'send' | 'response' | 'request'>
>;

/** Upstream returns a page of products within a few seconds; the rest is margin for bad days. */
const defaultPhaseTimeouts: PhaseTimeouts = {
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
  /** Of a response's body once decompressed, so that a small compressed one cannot exhaust memory either. */
  maximumBytes?: number;
}

/** Fifty products with descriptions of 1 MB are 50 MB; no legitimate response is larger. */
const defaultMaximumBytes = 64 * 1024 * 1024;

/** Sends single requests with got: no retries, no redirects, no waiting; those are handled elsewhere. */
export function createGotTransport({
  timeouts,
  maximumBytes = defaultMaximumBytes,
}: GotTransportOptions = {}): UpstreamTransport {
  const timeout = { ...defaultPhaseTimeouts, ...timeouts };
  const keeping = { keepAlive: true, timeout: longestIdleConnection };
  const keepAliveAgents = { http: new HttpAgent(keeping), https: new HttpsAgent(keeping) };

  // A reused connection may be closing at this moment. A GET is then retried; other requests cannot be, so they get a
  // new connection unless their sender asks for a reused one.
  const mayBeReused = ({ method, connection = method === 'GET' ? 'reused' : 'new' }: TransportRequest) =>
    connection === 'reused';
  const agentFor = (request: TransportRequest) =>
    mayBeReused(request) ? keepAliveAgents : ({ http: false, https: false } as const);
  const open = (request: TransportRequest) => {
    const stream = got.stream(request.url, {
      method: request.method,
      headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
      // Decompressed in one go when complete: otherwise each chunk passes through several streams on the main thread.
      decompress: false,
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal ? { signal: request.signal } : {}),
      agent: agentFor(request),
      timeout,
      retry: { limit: 0 },
      throwHttpErrors: false,
      // The token is sent to no other host, no matter what a response says.
      followRedirect: false,
    });
    const { onSent } = request;
    stream.once('request', (sending) => {
      if (onSent) sending.once('finish', onSent);
      // On a protocol upgrade, got would wait for a response until its timeout.
      sending.once('upgrade', () => stream.destroy(new Error('the response switches to another protocol')));
    });
    // Without a body, got waits for one to be written to the stream, except for a GET.
    if (request.method !== 'GET' && request.body === undefined) stream.end();
    return stream;
  };

  return {
    send: async (request) => {
      let stream: ReturnType<typeof open> | null = null;
      try {
        stream = open(request);
        return await readResponse(stream, maximumBytes);
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason;
        const failure = error instanceof TimeoutError ? lateAt(error) : transportFailure(error);
        return failure.kind === 'unavailable' ? { ...failure, wasReused: stream?.reusedSocket === true } : failure;
      }
    },
    close: () => {
      keepAliveAgents.http.destroy();
      keepAliveAgents.https.destroy();
    },
  };
}

async function readResponse(stream: ReturnType<typeof got.stream>, maximumBytes: number): Promise<TransportOutcome> {
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
    // got's streams do not end on their own once they are read: they would later see the signal of their run, and the
    // error that they then emit, unhandled, would crash the whole site.
    stream.destroy();
  }
  const { response } = stream;
  if (!response) return { kind: 'unavailable', reason: 'network', detail: 'no response', cause: undefined };
  return responseOf(
    { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) },
    { maximumBytes },
  );
}

function lateAt(error: TimeoutError): TransportOutcome {
  return { kind: 'unavailable', reason: 'timeout', detail: `no ${error.event} in time`, cause: error };
}
