import { z } from 'zod';
import { cartScope } from './carts-client';
import { privateTokenPath, storefrontTokenScope } from './storefront-tokens-client';
import {
  UpstreamAuthenticationError,
  UpstreamConfigurationError,
  UpstreamError,
  UpstreamHttpError,
  UpstreamNotFoundError,
  UpstreamScopeError,
  UpstreamUnavailableError,
} from './http/upstream-errors';
import type { UpstreamHttp } from './http/upstream-http';
import { wireStore, type WireStore } from './wire/wire-store';

/** Whether the access token has one OAuth scope, by upstream's own name for it (upstream 7.1). */
export interface ScopeCheck {
  scope: string;
  granted: boolean;
  /** False for a scope that only one feature needs. */
  required: boolean;
  /** In words for an administrator. */
  neededFor: string;
}

export interface TestedStore {
  name: string;
  domain: string;
  currency: string;
  weightUnit: string;
  /** Null when upstream does not report it. */
  defaultChannelId: number | null;
}

export type RejectionReason =
  | 'unauthorized'
  | 'not_found'
  | 'unreachable'
  | 'unavailable'
  | 'misconfigured'
  | 'unexpected';

/**
 * `connected`: the credentials are right; they suffice when every scope is granted. `store` is null without the scope
 * to read it.
 */
export type ConnectionTest =
  | { kind: 'connected'; store: TestedStore | null; scopes: ScopeCheck[] }
  | { kind: 'rejected'; reason: RejectionReason; message: string };

const informationScope = {
  scope: 'store_v2_information_read_only',
  neededFor: "the store's name, currency and weight unit",
  required: true,
};
const productsScope = {
  scope: 'store_v2_products_read_only',
  neededFor: 'products, variants, categories and brands',
  required: true,
};

const tokensScope = {
  scope: storefrontTokenScope,
  neededFor: 'the GraphQL proxy, which needs a storefront token',
  required: false,
};
const cartsScope = { scope: cartScope, neededFor: "carts made by the site's own code", required: false };

// Not a real cart: UUID versions start at 1.
const nonexistentCart = '/v3/carts/00000000-0000-0000-0000-000000000000/redirect_urls';

const identifiedStore = wireStore.extend({ id: z.string() });

const notThisStore: ConnectionTest = {
  kind: 'rejected',
  reason: 'unexpected',
  message: 'The server at this address is not the API of this store. Check the API address and the store hash.',
};

/** An administrator is waiting: one attempt, and one retry in case of a transient failure. */
const attempts = 2;

/**
 * Finds out with a few small requests whether the credentials work and which scopes are missing. Nothing is changed
 * upstream. Problems are returned as results; it rejects only with the signal's reason. An administrator may have
 * entered any address, even one inside the site's own network: a response is shown only if its store hash proves that
 * it is this store's (upstream 2.6), and otherwise described in our words, by the class of its status.
 */
export async function testConnection(
  http: UpstreamHttp,
  { storeHash, signal }: { storeHash: string; signal?: AbortSignal | undefined },
): Promise<ConnectionTest> {
  const request = { signal, priority: 'high', attempts } as const;
  try {
    const store = await unlessScopeMissing(http.request({ ...request, path: '/v2/store', schema: identifiedStore }));
    if (store && store.id.toLowerCase() !== storeHash.toLowerCase()) return notThisStore;
    const products = await unlessScopeMissing(
      http.request({
        ...request,
        path: '/v3/catalog/products',
        query: { limit: 1, include_fields: 'id' },
        schema: z.object({ data: z.array(z.unknown()) }),
      }),
    );
    return {
      kind: 'connected',
      store: store && testedStore(store),
      scopes: [
        { ...productsScope, granted: products !== null },
        { ...informationScope, granted: store !== null },
        { ...tokensScope, granted: await mayPost(http, { path: privateTokenPath, signal }) },
        { ...cartsScope, granted: await mayPost(http, { path: nonexistentCart, signal }) },
      ],
    };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { kind: 'rejected', ...rejectionOf(error) };
  }
}

/** Posts a request that cannot succeed: without the permission it fails with 403 first, otherwise for its content. */
async function mayPost(
  http: UpstreamHttp,
  { path, signal }: { path: string; signal: AbortSignal | undefined },
): Promise<boolean> {
  try {
    return (
      (await unlessScopeMissing(
        http.request({ method: 'POST', path, body: {}, schema: z.unknown(), priority: 'high', signal }),
      )) !== null
    );
  } catch (error) {
    if (error instanceof UpstreamHttpError && refusalsOfContent.has(error.status)) return true;
    throw error;
  }
}

const refusalsOfContent = new Set([400, 404, 409, 422]);

async function unlessScopeMissing<Body>(response: Promise<Body>): Promise<Body | null> {
  try {
    return await response;
  } catch (error) {
    // Upstream knows the token; otherwise it would have responded with 401 (upstream 7.1).
    if (error instanceof UpstreamScopeError) return null;
    throw error;
  }
}

function testedStore(store: WireStore): TestedStore {
  return {
    name: store.name,
    domain: store.domain,
    currency: store.currency,
    weightUnit: store.weight_units,
    defaultChannelId: store.default_channel_id,
  };
}

function rejectionOf(error: UpstreamError): { reason: RejectionReason; message: string } {
  if (error instanceof UpstreamAuthenticationError)
    return {
      reason: 'unauthorized',
      message: 'The store does not accept this access token. Check the token and the store hash.',
    };
  if (error instanceof UpstreamNotFoundError)
    return { reason: 'not_found', message: 'There is no store with this store hash.' };
  if (error instanceof UpstreamUnavailableError)
    return { reason: 'unreachable', message: `The store cannot be reached: ${error.message}.` };
  if (error instanceof UpstreamConfigurationError)
    return {
      reason: 'misconfigured',
      message: `${error.message}. Check the API address and the access token for stray characters.`,
    };
  if (!(error instanceof UpstreamHttpError))
    return {
      reason: 'unexpected',
      message: 'The server at this address is not the expected API. Check the API address.',
    };
  const isBusy = error.status === 429 || error.status >= 500;
  return {
    reason: isBusy ? 'unavailable' : 'unexpected',
    message: `The store did not respond as expected: the response has a status of the class ${Math.floor(error.status / 100)}xx.`,
  };
}
