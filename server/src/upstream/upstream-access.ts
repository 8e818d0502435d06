import type { SharedLimits } from '../instances/create-instances';
import type { Clock } from '../lib/clock';
import type { Milliseconds } from '../lib/durations';
import type { Logger } from '../lib/logger';
import type { Redact } from '../lib/redaction';
import { type Meters, noMeters } from '../metrics/meters';
import { createGotTransport, type GotTransportOptions } from './http/got-upstream-client';
import { createHttpTransport, type HttpTimeouts } from './http/node-http-transport';
import { createKnownStores, type StoreAddress } from './known-stores';
import type { PacerBudget } from './pacing/pacing';
import type { DrawVersion } from './reading/versioned-read';
import type { RetryPolicy } from './http/retry-delay';
import type { RequestReport, UpstreamCatalog, UpstreamConnection } from './upstream-catalog';
import { createUpstreamCatalog } from './upstream-catalog-client';
import type { UpstreamHttp } from './http/upstream-http';
import { createUpstreamHttp } from './http/upstream-http-client';
import type { UpstreamTransport } from './http/upstream-transport';

export interface UpstreamAccessOptions {
  clock: Clock;
  /** From 0 to below 1; spreads retries. */
  random: () => number;
  logger: Logger;
  /** Redacts every secret that the site knows from upstream's messages; only the access token when absent. */
  redact?: Redact;
  transport?: GotTransportOptions;
  retry?: Partial<RetryPolicy>;
  /** Requests of upstream's window reserved for webhooks and the merchant's other apps; read before each request. */
  reserve?: () => number;
  /** Shares each store's budget with the site's other instances; this process has all of it when absent or null. */
  limits?: SharedLimits | null;
  /** Called during long computations, to yield to the rest of the process. */
  yieldIfDue?: () => Promise<void>;
  meters?: Meters;
  /** Draws the read versions of catalogs; all are 0 when absent, for users that write nothing. */
  drawVersion?: DrawVersion;
}

/** What is called before and after each request. */
export interface RequestWatch {
  /** Called once the request may be sent; the time before that counts as waiting. */
  onSend?: () => void;
  /** Called once it has ended, with its outcome. */
  onReport?: OnReport | undefined;
}

/** Options of one user of a catalog. */
export interface CatalogOptions extends RequestWatch {
  /** Replaces the shared one. */
  drawVersion?: DrawVersion;
}

type OnReport = (report: RequestReport) => void;

/** Opens stores. All requests to one store share one budget, however many users it has. */
export interface UpstreamAccess {
  http(connection: UpstreamConnection, watch?: RequestWatch): UpstreamHttp;
  catalog(connection: UpstreamConnection, options?: CatalogOptions): UpstreamCatalog;
  /** The known state of a store's budget; null when nothing has called it yet. */
  budget(address: StoreAddress): PacerBudget | null;
  /** Whether this instance cannot call a store for now, while another instance of the site may (behavior 12.1). */
  isBarred(): boolean;
  /** Redacts every secret that the site knows from a store's messages before they are shown. */
  redact: Redact;
  /** How far the store's clock is ahead of this machine's; null without a recent measurement. */
  clockAhead(address: StoreAddress): Milliseconds | null;
  /**
   * Sends requests to the store's GraphQL API, which has a separate budget: a shopper waits for each, and its
   * connections are reused.
   */
  storefront(): UpstreamTransport;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** A shopper does not wait longer than half a minute. */
const storefrontTimeouts: HttpTimeouts = { connect: 5_000, response: 20_000, request: 30_000 };
/** Upstream's own bounds (upstream 5.3) keep responses far below this. */
const longestStorefrontResponse = 16 * 1024 * 1024;

export function createUpstreamAccess({
  clock,
  random,
  logger,
  redact,
  retry = {},
  reserve,
  yieldIfDue = async () => undefined,
  meters = noMeters,
  drawVersion: drawForAll = async () => 0,
  limits = null,
  ...options
}: UpstreamAccessOptions): UpstreamAccess {
  const transport = createGotTransport(options.transport);
  const storefront = createHttpTransport({
    maximumBytes: longestStorefrontResponse,
    ...options.transport,
    timeouts: { ...storefrontTimeouts, ...options.transport?.timeouts },
  });
  const stores = createKnownStores({ clock, reserve, limits, logger });
  const http = (connection: UpstreamConnection, { onSend, onReport }: RequestWatch) =>
    createUpstreamHttp({
      transport,
      connection,
      pacer: stores.pacerOf(connection),
      clock,
      random,
      logger,
      redact,
      retry,
      onSend,
      onReport: (report) => {
        meters.count('upstream_requests', { api: 'rest', status: String(report.status) });
        onReport?.(report);
      },
      onHeaders: (headers) => stores.clockOf(connection).note(headers),
    });

  return {
    http: (connection, watch = {}) => http(connection, watch),
    catalog: (connection, { drawVersion = drawForAll, ...watch } = {}) =>
      createUpstreamCatalog({ http: http(connection, watch), yieldIfDue, drawVersion }),
    budget: stores.budget,
    isBarred: stores.isBarred,
    redact: redact ?? ((text) => text),
    clockAhead: stores.clockAhead,
    storefront: () => countingTransport(storefront, meters),
    close: async () => {
      stores.stop();
      transport.close();
      storefront.close();
    },
  };
}

function countingTransport(transport: UpstreamTransport, meters: Meters): UpstreamTransport {
  return {
    ...transport,
    async send(request) {
      let status = 'abandoned';
      try {
        const outcome = await transport.send(request);
        status = outcome.kind === 'response' ? String(outcome.status) : 'no_response';
        return outcome;
      } finally {
        meters.count('upstream_requests', { api: 'graphql', status });
      }
    },
  };
}
