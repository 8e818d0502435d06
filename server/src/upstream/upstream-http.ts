import type { ResponseForm } from './body-reading';

/** `high` is for what a shopper waits for or a webhook brought: it may use the reserve and goes first. */
export type RequestPriority = 'high' | 'normal';

export type UpstreamMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Lists are sent with commas, as upstream's `id:in` takes them (upstream 2.1); what is undefined is not sent. */
export type UpstreamQuery = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

export type UpstreamRequest<Body> = RequestParts & ResponseForm<Body>;

/** Numbers the requests of one read, so that of two responses the newer one is known. */
export interface ReadVersions {
  /** Called each time a request is sent: what is tried again is read later, too. */
  draw(): Promise<number>;
  /** Told the number of the attempt whose response is used. */
  use(version: number): void;
}

export interface RequestParts {
  /** `GET` when absent. */
  method?: UpstreamMethod;
  /** Below the store, with its version: `/v3/catalog/products`, `/v2/store`. Never holds a secret. */
  path: string;
  query?: UpstreamQuery;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** `normal` when absent. */
  priority?: RequestPriority | undefined;
  /** How often a GET is tried altogether; the client's own number when absent. Other methods are tried once. */
  attempts?: number | undefined;
  versions?: ReadVersions | undefined;
}

/**
 * One store's REST API: JSON in, a checked answer out. Rejects with the errors of `upstream-errors.ts`, or with the
 * signal's reason when it was aborted.
 */
export interface UpstreamHttp {
  request<Body>(request: UpstreamRequest<Body>): Promise<Body>;
}
