import { Agent, request as httpRequest } from 'node:http';
import type { TroubleLog } from './trouble-log';
import type { Trouble } from './trouble-plan';

/** The response that a caller received. */
export interface Reply {
  /** null: no response; `error` contains the reason. */
  status: number | null;
  error: string | null;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** In milliseconds of the machine's clock. */
  sentAt: number;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  /** Any other status is a failure. */
  expected: readonly number[];
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** A request that did not get an expected response. */
export interface Failure {
  call: string;
  /** The status, or the code of the error. */
  what: string;
  during: Trouble[];
  /** When it was sent. */
  at: number;
}

const patience = 25_000;

/** Sends requests to a site, and counts failures. */
export class Callers {
  readonly failures: Failure[] = [];
  count = 0;
  /** How many requests were in flight during each kind of trouble. */
  readonly countDuring = new Map<Trouble, number>();
  // Connections are kept open, as those of a CDN or of a store's deliveries.
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 100 });

  constructor(
    private readonly url: string,
    private readonly troubles: TroubleLog,
  ) {}

  async call(call: Call): Promise<Reply> {
    this.count += 1;
    const reply = await this.send(call);
    const during = this.troubles.during({ from: reply.sentAt, to: Date.now() });
    for (const trouble of new Set(during)) this.countDuring.set(trouble, (this.countDuring.get(trouble) ?? 0) + 1);
    if (reply.status === null || !call.expected.includes(reply.status)) {
      this.failures.push({
        call: `${call.method} ${call.path.split('?')[0]}`,
        what: String(reply.status ?? reply.error),
        during,
        at: reply.sentAt,
      });
    }
    return reply;
  }

  close(): void {
    this.agent.destroy();
  }

  private send({ method, path, headers = {}, body }: Call): Promise<Reply> {
    const sentAt = Date.now();
    return new Promise((resolve) => {
      const failed = (error: NodeJS.ErrnoException) =>
        resolve({ status: null, error: error.code ?? error.message, headers: {}, body: '', sentAt });
      const outgoing = httpRequest(`${this.url}${path}`, { method, headers, agent: this.agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          const { statusCode = 0, headers: received } = response;
          resolve({
            status: statusCode,
            error: null,
            headers: received,
            body: Buffer.concat(chunks).toString(),
            sentAt,
          });
        });
      });
      outgoing.on('error', failed);
      outgoing.setTimeout(patience, () => outgoing.destroy(Object.assign(new Error(), { code: 'no reply in 25 s' })));
      outgoing.end(body);
    });
  }
}
