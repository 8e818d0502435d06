import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** The connection's number, from 1. */
  connection: number;
}

/** Responds to one request. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void;

export interface ScriptedServer {
  url: string;
  seen: SeenRequest[];
  /** Responses in order; the last one repeats. */
  script(...replies: Reply[]): void;
  close(): Promise<void>;
}

/** A real HTTP server on a free port that responds as instructed. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const connections = new Map<unknown, number>();
  let replies: Reply[] = [];

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!connections.has(request.socket)) connections.set(request.socket, connections.size + 1);
      const record = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        connection: connections.get(request.socket) ?? 0,
      };
      seen.push(record);
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply) reply(response, record);
      else response.writeHead(500).end('no script');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port }: Pick<AddressInfo, 'port'> = addressOf(server.address());

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    script: (...next) => {
      replies = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}

/** JSON with a status and headers. */
export const json =
  (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}): Reply =>
  (response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-rate-limit-time-window-ms': '30000', ...headers })
      .end(JSON.stringify(body));
  };

/** No response at all: the connection is dropped. */
export const reset: Reply = (response) => {
  response.socket?.resetAndDestroy();
};

/** Never responds. */
export const silence: Reply = () => undefined;

/** Starts a body and drops the connection in the middle of it. */
export const cutOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":[', () => response.socket?.destroy());
};
