import { type CachedShop, type StoreFactsReader, StoreSwitchError } from '../catalog/shop';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { TimeLimitError, withTimeLimit } from '../lib/time-limit';
import { MissingSettingsError } from '../settings/settings-errors';
import { connectionOf, type SettingsService } from '../settings/settings-service';
import { inspectProduct, type InspectedProduct } from '../upstream/inspect-product';
import type { UpstreamAccess } from '../upstream/upstream-access';
import {
  UpstreamAuthenticationError,
  UpstreamConfigurationError,
  UpstreamError,
  UpstreamHttpError,
  UpstreamNotFoundError,
  UpstreamRateLimitError,
  UpstreamScopeError,
  UpstreamUnavailableError,
} from '../upstream/upstream-errors';

/** An administrator is waiting for the page. */
const patience = seconds(10);

export type InspectionProblem =
  | 'not_connected'
  | 'unauthorized'
  | 'scope_missing'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'unreachable'
  | 'misconfigured'
  | 'unexpected';

/** Upstream's current data for a product, or why it could not be fetched. */
export type ProductInspection =
  | InspectedProduct
  | { kind: 'failed'; problem: InspectionProblem; message: string; /** Seconds. */ retryAfter: number | null };

export interface ProductInspectionOptions {
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http' | 'catalog' | 'budget' | 'redact'>;
  cachedShop: Pick<CachedShop, 'check'>;
  storeFacts: StoreFactsReader;
  clock: Clock;
}

/** Fetches one product without changing anything. What goes wrong upstream is a result, not an error. */
export function createProductInspection(options: ProductInspectionOptions): (id: number) => Promise<ProductInspection> {
  const { settings, upstream, cachedShop, storeFacts, clock } = options;

  async function ask(id: number, signal: AbortSignal): Promise<InspectedProduct> {
    const current = await settings.read();
    const connection = connectionOf(current);
    await cachedShop.check(connection.storeHash);
    const channelId =
      current.plain.channelId ??
      ((await storeFacts.read()) ?? (await upstream.catalog(connection).readStoreFacts({ signal }))).defaultChannelId;
    return inspectProduct(upstream.http(connection), { id, channelId, connection, redact: upstream.redact, signal });
  }

  /** Seconds for which upstream asked all our requests to wait; null when it did not. */
  async function remainingPause(): Promise<number | null> {
    const until = upstream.budget(connectionOf(await settings.read()))?.pausedUntil ?? null;
    const left = until === null ? 0 : Math.ceil((until.getTime() - clock.now().getTime()) / 1000);
    return left > 0 ? left : null;
  }

  return async (id) => {
    try {
      return await withTimeLimit({ clock, limit: patience }, (signal) => ask(id, signal));
    } catch (error) {
      if (error instanceof TimeLimitError) {
        const retryAfter = await remainingPause();
        return {
          kind: 'failed',
          problem: retryAfter === null ? 'timeout' : 'rate_limited',
          message: error.message,
          retryAfter,
        };
      }
      const problem = problemOf(error);
      if (problem === null || !(error instanceof Error)) throw error;
      const retryAfter =
        error instanceof UpstreamHttpError && error.retryAfter !== null ? Math.ceil(error.retryAfter / 1000) : null;
      return { kind: 'failed', problem, message: error.message, retryAfter };
    }
  };
}

/** Null for errors that are unrelated to upstream. */
function problemOf(error: unknown): InspectionProblem | null {
  if (error instanceof MissingSettingsError || error instanceof StoreSwitchError) return 'not_connected';
  if (error instanceof UpstreamAuthenticationError) return 'unauthorized';
  if (error instanceof UpstreamScopeError) return 'scope_missing';
  if (error instanceof UpstreamNotFoundError) return 'not_found';
  if (error instanceof UpstreamRateLimitError) return 'rate_limited';
  if (error instanceof UpstreamHttpError) return error.status >= 500 ? 'unavailable' : 'unexpected';
  if (error instanceof UpstreamUnavailableError) return error.reason === 'timeout' ? 'timeout' : 'unreachable';
  if (error instanceof UpstreamConfigurationError) return 'misconfigured';
  return error instanceof UpstreamError ? 'unexpected' : null;
}
