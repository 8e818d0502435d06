/** A request to the site's admin API; `path` is below `/commerce-bridge`. */
export interface SiteRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

/** A response of the admin API; the body is parsed JSON, or null if there was none. */
export interface SiteResponse {
  status: number;
  body: unknown;
}

/** The site that a command is for. */
export interface Site {
  /** @throws CommandError if no site responds */
  ask(request: SiteRequest): Promise<SiteResponse>;
  /** Sends a request to the public REST API. @throws CommandError if no site responds */
  fetchRest(request: Request): Promise<Response>;
  /** Address of the public REST API. */
  restBaseUrl: string;
  /** For a site loaded into this process, which runs the syncs that it starts; null: the running site runs them. */
  carrying: Carrying | null;
  /** Releases what was created for the command. */
  close(): Promise<void>;
}

/** Syncs of a site that is loaded into this process. */
export interface Carrying {
  /** From now on, syncs whose process has died are resumed in this process. */
  takeOver(): Promise<void>;
  /** The process that runs the sync under way; null if unknown, because not all instances register. */
  holder(): Promise<{ host: string; pid: number } | null>;
}
