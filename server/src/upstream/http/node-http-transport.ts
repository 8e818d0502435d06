import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { startDeadline } from '../../lib/clock';
import {
  acceptedEncodings,
  responseOf,
  transportFailure,
  longestIdleConnection,
  type ReceivedResponse,
} from './transport-responses';
import type { TransportOutcome, TransportRequest, UpstreamTransport } from './upstream-transport';

/** In milliseconds: connecting, waiting for the response to begin, and the total. */
export interface HttpTimeouts {
  connect: number;
  response: number;
  request: number;
}

export interface HttpTransportOptions {
  timeouts: HttpTimeouts;
  /** Of a response's body once decompressed. */
  maximumBytes: number;
}

/**
 * Sends single requests with Node's own client. `got-upstream-client.ts` does this for REST; this one serves the
 * requests that a shopper waits for: got accounted for most of the time that the GraphQL proxy added
 * (docs/decisions/0001-got.md).
 */
export function createHttpTransport({ timeouts, maximumBytes }: HttpTransportOptions): UpstreamTransport {
  const keeping = { keepAlive: true, timeout: longestIdleConnection };
  const keepAliveAgents = { http: new http.Agent(keeping), https: new https.Agent(keeping) };

  function open({ method, url, headers, body, connection = 'new' }: TransportRequest): ClientRequest {
    const scheme = url.startsWith('https:') ? 'https' : 'http';
    const client = scheme === 'https' ? https : http;
    return client.request(url, {
      method,
      agent: connection === 'reused' ? keepAliveAgents[scheme] : false,
      headers: {
        'accept-encoding': acceptedEncodings,
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    });
  }

  return {
    async send(request) {
      let sending: ClientRequest | null = null;
      try {
        sending = open(request);
        const received = await exchange(sending, { request, timeouts, maximumBytes });
        return 'kind' in received ? received : await responseOf(received, { maximumBytes });
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason;
        const failure = error instanceof LateError ? lateAt(error) : transportFailure(error);
        return failure.kind === 'unavailable' ? { ...failure, wasReused: sending?.reusedSocket === true } : failure;
      }
    },
    close: () => {
      keepAliveAgents.http.destroy();
      keepAliveAgents.https.destroy();
    },
  };
}

interface Exchange {
  request: TransportRequest;
  timeouts: HttpTimeouts;
  maximumBytes: number;
}

/** Sends a request and waits for the complete response; the connection is destroyed on failure. */
function exchange(
  sending: ClientRequest,
  { request, timeouts, maximumBytes }: Exchange,
): Promise<ReceivedResponse | TransportOutcome> {
  const { body, signal, onSent } = request;
  return new Promise((resolve, reject) => {
    const limit = (name: keyof HttpTimeouts) =>
      startDeadline(timeouts[name], () => end(() => reject(new LateError(name))));
    const stopWhole = limit('request');
    let stopPhase = () => {};
    const enter = (name: keyof HttpTimeouts) => {
      stopPhase();
      stopPhase = limit(name);
    };
    const onAbort = () => end(() => reject(signal?.reason));
    /** Cleans up, however the request ended. */
    const settle = () => {
      stopPhase();
      stopWhole();
      signal?.removeEventListener('abort', onAbort);
    };
    const end = (settleWith: () => void) => {
      settle();
      settleWith();
      sending.destroy();
    };

    // Also handles errors after the end: an unhandled one would crash the whole site.
    sending.on('error', (error) => end(() => reject(error)));
    // On a protocol upgrade, Node would close the connection without further notice.
    sending.once('upgrade', (_, socket) => {
      socket.destroy();
      end(() => reject(new Error('the response switches to another protocol')));
    });
    sending.once('socket', (socket) => {
      if (!socket.connecting) return enter('response');
      enter('connect');
      socket.once(request.url.startsWith('https:') ? 'secureConnect' : 'connect', () => enter('response'));
    });
    if (onSent) sending.once('finish', onSent);
    sending.once('response', (response) => {
      stopPhase();
      collect(response, maximumBytes).then(
        (collected) => {
          settle();
          if (collected === null) sending.destroy();
          resolve(
            collected === null
              ? { kind: 'oversized', maximumBytes }
              : { status: response.statusCode ?? 0, headers: response.headers, body: collected },
          );
        },
        (error: unknown) => end(() => reject(error)),
      );
    });
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    sending.end(body);
  });
}

/** The whole body; null when it is too large. Rejects if the connection ends before the body does. */
function collect(response: IncomingMessage, maximumBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maximumBytes) resolve(null);
      else chunks.push(chunk);
    });
    response.once('end', () => resolve(Buffer.concat(chunks)));
    response.on('error', reject);
  });
}

class LateError extends Error {
  constructor(readonly phase: keyof HttpTimeouts) {
    super(`no ${phase} in time`);
  }
}

function lateAt(error: LateError): TransportOutcome {
  return { kind: 'unavailable', reason: 'timeout', detail: error.message, cause: error };
}
