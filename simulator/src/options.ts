import type { Clock } from './clock';

/** Options of a simulator. Everything has a default. */
export interface SimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** A generated catalog of that many products. */
  products?: number;
  /** A catalog in BigCommerce's v3 product export format; wins over `products`. Without both, the built-in sample. */
  catalogFile?: string;
  /** The seed of generated products; default 1. */
  seed?: number | string;
  /** A later state of the generated catalog: different prices, stock, and descriptions of all products; default 0. */
  revision?: number;
  /** A store with a second storefront, three currencies, two languages, and a wholesale group; default false. */
  markets?: boolean;
  storeHash?: string;
  accessToken?: string;
  clientId?: string;
  clientSecret?: string;
  /** OAuth scopes of the account; default all that the plugin needs, with markets also those to read them. */
  scopes?: readonly string[];
  /** Requests per window; default 150 as on upstream's standard plan, 0 disables the quota (upstream 1.1). */
  quota?: number;
  /** Default 30,000 (upstream 1.1). */
  quotaWindowMilliseconds?: number;
  /**
   * Variants embedded by `include=variants`; default 250, our own assumption, since it is undocumented (upstream 2.2).
   */
  embeddedVariants?: number;
  /** Longest list of an `:in` filter; default 250, which is known to work; longer ones are rejected (upstream 2.2). */
  longestList?: number;
  /** Added to every response of the API, in milliseconds. */
  latency?: number;
  /** The start of image URLs; default the host of the request. */
  publicUrl?: string;
  clock?: Clock;
  /** Upstream's own Storefront schema, if available; default the part of it in the project. */
  schemaFile?: string;
  /** Lets hooks point to `http://localhost` and the like, which upstream rejects (upstream 4.1). Default false. */
  localDestinations?: boolean;
  /**
   * How long a delivery waits for the response to start; default 9,000; upstream's own limit is between 9 and 12 s
   * (upstream 4.5).
   */
  acknowledgementMilliseconds?: number;
  /** Whether a retry is signed with its own time; default true, since upstream's behavior is unknown (upstream 4.4). */
  refreshTimestamps?: boolean;
  /** The maximum number of requests in the log; default 10,000. */
  logCapacity?: number;
}
