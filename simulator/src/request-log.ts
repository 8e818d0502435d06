/** One request as the simulator saw it. */
export interface LoggedRequest {
  readonly number: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  /** Headers as received, with secrets truncated to their last four characters. */
  readonly headers: Readonly<Record<string, string>>;
  body: unknown;
  /** Milliseconds of the simulator's clock. */
  readonly at: number;
  /** Requests in flight when this one arrived, including itself. */
  readonly inFlight: number;
  /** 0 until the response; stays 0 if the connection ended first. */
  status: number;
  milliseconds: number;
}

export type RequestFilter = (request: LoggedRequest) => boolean;

interface Waiter {
  readonly matches: RequestFilter;
  readonly resolve: (request: LoggedRequest) => void;
}

const SECRET_HEADERS = new Set([
  'x-auth-token',
  'authorization',
  'sf-api-token',
  'cookie',
  'x-bc-customer-access-token',
  'x-bc-trusted-proxy-secret',
]);

/** The last requests, for tests. */
export class RequestLog {
  private readonly entries: LoggedRequest[] = [];
  private waiters: Waiter[] = [];
  private current = 0;
  private count = 0;
  private highest = 0;

  constructor(private readonly capacity: number) {}

  /** How many arrived since the start or the last `clear`, including those no longer in the log. */
  get total(): number {
    return this.count;
  }

  /** Requests currently in flight. */
  get inFlight(): number {
    return this.current;
  }

  /** The maximum number of concurrent requests. */
  get maximumInFlight(): number {
    return this.highest;
  }

  /** The logged requests, oldest first. */
  all(filter: RequestFilter = () => true): LoggedRequest[] {
    return this.entries.filter(filter);
  }

  clear(): void {
    this.entries.length = 0;
    this.count = 0;
    this.highest = this.current;
  }

  /** Resolves with the first logged or future request that matches and has a response. */
  async waitFor(filter: RequestFilter): Promise<LoggedRequest> {
    const matches: RequestFilter = (request) => request.status > 0 && filter(request);
    const known = this.entries.find(matches);
    if (known) return known;
    return new Promise((resolve) => {
      this.waiters.push({ matches, resolve });
    });
  }

  start(request: {
    method: string;
    url: string;
    headers: Record<string, string | string[] | undefined>;
    at: number;
  }): LoggedRequest {
    this.current += 1;
    this.count += 1;
    this.highest = Math.max(this.highest, this.current);
    const [path = '', query = ''] = request.url.split('?');
    const entry: LoggedRequest = {
      number: this.count,
      method: request.method,
      path,
      query,
      headers: withoutSecrets(request.headers),
      body: undefined,
      at: request.at,
      inFlight: this.current,
      status: 0,
      milliseconds: 0,
    };
    this.entries.push(entry);
    if (this.entries.length > this.capacity) this.entries.shift();
    return entry;
  }

  finish(entry: LoggedRequest, outcome: { status: number; at: number }): void {
    this.current -= 1;
    entry.status = outcome.status;
    entry.milliseconds = outcome.at - entry.at;
    const met = this.waiters.filter((waiter) => waiter.matches(entry));
    this.waiters = this.waiters.filter((waiter) => !met.includes(waiter));
    for (const waiter of met) waiter.resolve(entry);
  }
}

function withoutSecrets(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
      return [name, SECRET_HEADERS.has(name) ? `…${text.slice(-4)}` : text];
    }),
  );
}
