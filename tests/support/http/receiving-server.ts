import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';

/** One request, as seen by a webhook receiver. */
export interface Received {
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: string;
}

/** A local server that receives webhooks and responds as configured. */
export class ReceivingServer {
  readonly received: Received[] = [];
  /** The status of the response; with `silence`, there is none. */
  response: (received: Received, place: number) => number | 'silence' = () => 200;
  private readonly server: Server;
  private waiters: { count: number; resolve: () => void }[] = [];

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = {
          headers: request.headers,
          rawHeaders: request.rawHeaders,
          body: Buffer.concat(chunks).toString('utf8'),
        };
        this.received.push(received);
        const status = this.response(received, this.received.length);
        if (status !== 'silence') response.writeHead(status).end();
        for (const waiter of this.waiters.filter((each) => each.count <= this.received.length)) waiter.resolve();
      });
    });
  }

  static async start(): Promise<ReceivingServer> {
    const receiver = new ReceivingServer();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    const address = this.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
    return `http://127.0.0.1:${address.port}/webhook`;
  }

  /** Resolves when that many requests have arrived. */
  async count(count: number): Promise<void> {
    if (this.received.length >= count) return;
    await new Promise<void>((resolve) => {
      this.waiters.push({ count, resolve });
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
