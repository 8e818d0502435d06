import { Agent, request as httpRequest } from 'node:http';
import type { TroubleLog } from './trouble-log';
import type { Trouble } from './trouble-plan';

/** What a caller got. */
export interface Reply {
  /** Null: none; `error` says why. */
  status: number | null;
  error: string | null;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** Of the machine's clock, in milliseconds. */
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

/** A request that did not get the response that it should. */
export interface Failure {
  call: string;
  /** A status, or an error's code. */
  what: string;
  during: Trouble[];
  /** When it was sent. */
  at: number;
}

const patience = 25_000;

/** Callers of a site, who count what fails. */
export class Callers {
  readonly failures: Failure[] = [];
  count = 0;
  /** How many were under way during each kind of trouble. */
  readonly countDuring = new Map<Trouble, number>();
  // Kept connections, as those of a CDN or of a store's deliveries.
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
