import type { ResponseForm } from './body-reading';

/** `high` is for requests that a shopper waits for or a webhook caused: they may use the reserve and are sent first. */
export type RequestPriority = 'high' | 'normal';

export type UpstreamMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Lists are joined with commas, as upstream's `id:in` expects (upstream 2.1); undefined values are not sent. */
export type UpstreamQuery = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

export type UpstreamRequest<Body> = RequestParts & ResponseForm<Body>;

/** Numbers the requests of one read, so that the newer of two responses is known. */
export interface RequestVersions {
  /** Called each time a request is sent: a retry is also a later read. */
  draw(): Promise<number>;
  /** Called with the number of the attempt whose response is used. */
  use(version: number): void;
}

export interface RequestParts {
  /** `GET` when absent. */
  method?: UpstreamMethod;
  /** Below the store, with its version: `/v3/catalog/products`, `/v2/store`. Never holds a secret. */
  path: string;
  query?: UpstreamQuery;
  /** The body, sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** `normal` when absent. */
  priority?: RequestPriority | undefined;
  /** Total attempts of a read; the client's default when absent. Other requests are sent only once. */
  attempts?: number | undefined;
  /** `read` for a POST that changes nothing upstream, so that it can be repeated like a GET. */
  effect?: 'read' | undefined;
  versions?: RequestVersions | undefined;
}

/**
 * One store's REST API: JSON in, a validated response out. Rejects with the errors of `upstream-errors.ts`, or with the
 * signal's reason when it was aborted.
 */
export interface UpstreamHttp {
  request<Body>(request: UpstreamRequest<Body>): Promise<Body>;
}
