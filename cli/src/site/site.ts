/** A request to the site's admin API; `path` is below `/commerce-bridge`. */
export interface SiteRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

/** A response of the admin API; the body is parsed JSON, and null if there was none. */
export interface SiteResponse {
  status: number;
  body: unknown;
}

/** The site that a command is for. */
export interface Site {
  /** @throws CommandError if no site responds */
  ask(request: SiteRequest): Promise<SiteResponse>;
  /** Asks the public REST API. @throws CommandError if no site responds */
  fetchRest(request: Request): Promise<Response>;
  /** Address of the public REST API. */
  restBaseUrl: string;
  /** For a site that this process has loaded, which carries the syncs that it starts; null: the running site does. */
  carrying: Carrying | null;
  /** Ends what was made for the command. */
  close(): Promise<void>;
}

/** Syncs of a site that is loaded into this process. */
export interface Carrying {
  /** From now on, a sync whose process died is carried on here. */
  takeOver(): Promise<void>;
  /** The process that carries the sync under way, as far as instances register; null if that is not known. */
  holder(): Promise<{ host: string; pid: number } | null>;
}
