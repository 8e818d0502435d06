import { type IncomingMessage, request as startRequest, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Sends requests to a server in this process that need not listen: no port is opened, so nobody else can connect. */
export interface MemoryConnection {
  /** Like `fetch`, for any address; redirects are not followed. Rejects when the signal is aborted. */
  send(request: Request, signal: AbortSignal): Promise<Response>;
  /** Whether a request on this socket was sent through this connection. */
  isOwn(socket: unknown): boolean;
}

export function connectInMemory(server: Server): MemoryConnection {
  const own = new WeakSet<Duplex>();

  function connect(): Duplex {
    const [near, far] = duplexPair();
    // Code that reads the client's address, such as rate limits, gets this machine's.
    Object.assign(far, { remoteAddress: '127.0.0.1', remoteFamily: 'IPv4' });
    own.add(far);
    server.emit('connection', far);
    return near;
  }

  return {
    async send(request, signal) {
      const body = await request.text();
      const { pathname, search, host } = new URL(request.url);
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        startRequest(
          {
            method: request.method,
            path: `${pathname}${search}`,
            headers: { ...Object.fromEntries(request.headers), host },
            createConnection: connect,
            signal,
          },
          resolve,
        )
          .once('error', (error) => reject(signal.aborted ? signal.reason : error))
          .end(body);
      });
      return responseOf(response, await text(response));
    },
    isOwn: (socket) => typeof socket === 'object' && socket !== null && isKnown(socket),
  };

  function isKnown(socket: object): boolean {
    const all: WeakSet<object> = own;
    return all.has(socket);
  }
}

function responseOf({ statusCode: status = 500, headersDistinct }: IncomingMessage, body: string): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}
