import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import { CommerceBridgeError } from '../lib/errors';
import type { KnownSecrets } from '../lib/known-secrets';
import type { FurtherMarket } from '../markets/site-markets';
import type { Settings } from '../settings/settings-service';
import type { TransportOutcome, UpstreamTransport } from '../upstream/http/upstream-transport';
import { admit } from './admission';
import { networksOf } from './client-address';
import { createComplexityQuota } from './complexity-quota';
import { storeLimit } from './fair-shares';
import type { Safelist } from './graphql-safelist';
import { createKnownDocuments } from './lru-known-documents';
import { readProxyRequest } from './proxy-request';
import type { RequestLimits } from './request-limits';
import {
  judgeStoreOutcome,
  senderOf,
  type Shopper,
  type StoreResponse,
  type StoreRequest,
  type StoreVerdict,
  wireRequest,
} from './store-request';
import { busyMessages, CallerDisconnectedError, StoreBusyError, StoreUnavailableError } from './storefront-errors';
import { limitOf, type StorePauses } from './store-slowdown';
import { storeOf } from './storefront-target';
import type { StorefrontTargets } from './storefront-targets';
import { RefusedTokenError, type StorefrontTokens } from './storefront-tokens';
import type { StorefrontToken } from './token-vault';

/** One request of a caller, with its body parsed from JSON. */
export interface ProxyCall {
  body: unknown;
  shopper: Shopper;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** The further market to shop in; null for the default one. */
  market: ProxyMarket | null;
}

/** The parts of a market that decide which channel responds, and in which language unless the shopper sends one. */
export type ProxyMarket = Pick<FurtherMarket, 'channelId' | 'locale'>;

/** Forwards GraphQL requests to the store, with a token that callers never see (behavior 6.2, 6.3). */
export interface GraphqlProxy {
  /**
   * @throws InvalidGraphqlRequestError, StoreBusyError, StoreUnavailableError: what the caller sees
   * @throws CallerDisconnectedError when the caller no longer waits for the response
   * @throws SafelistError when the site's safelist cannot be used
   */
  forward(call: ProxyCall): Promise<StoreResponse>;
  /**
   * Why shoppers get no usable response from the store: null unless a request on this instance ended like that, none to
   * its channel succeeded since, and a query of its own, sent there now, ends likewise.
   */
  problem(signal: AbortSignal): Promise<StoreUnavailableError | null>;
}

export interface GraphqlProxyOptions {
  /** The current settings, synchronously: a request does not wait for the database. */
  settings: () => Pick<Settings, 'plain' | 'secrets'>;
  targets: StorefrontTargets;
  /** The tokens of the settings' channel. */
  tokens: StorefrontTokens;
  /** The tokens of any other channel. */
  tokensOf: (channelId: number) => StorefrontTokens;
  limits: RequestLimits;
  pauses: StorePauses;
  safelists: { of(folder: string): Promise<Safelist> };
  transport: UpstreamTransport;
  knownSecrets: KnownSecrets;
  clock: Clock;
}

export function createGraphqlProxy({
  settings,
  targets,
  tokens: ownTokens,
  tokensOf,
  limits,
  pauses,
  safelists,
  transport,
  knownSecrets,
  clock,
}: GraphqlProxyOptions): GraphqlProxy {
  const readDocument = createKnownDocuments();
  const quota = createComplexityQuota({ clock });

  let failed: Pick<ProxyCall, 'market'> | null = null;

  async function safelistInUse(): Promise<Safelist | null> {
    const { graphqlSafelist } = settings().plain;
    return graphqlSafelist === null ? null : safelists.of(graphqlSafelist);
  }

  const isMarketChannel = (channelId: number) =>
    settings().plain.markets.some((market) => market.channelId === channelId);

  async function forward(
    { body, shopper: caller, signal, market }: ProxyCall,
    safelist: Safelist | null,
  ): Promise<StoreResponse> {
    const { plain, secrets } = settings();
    const admitted = admit(readProxyRequest(body), {
      readDocument,
      allowsIntrospection: plain.graphqlIntrospection,
      safelist,
    });

    const own = await orUnavailable(targets.resolve({ plain, secrets }));
    const isOwn = market === null || market.channelId === own.channelId;
    const target = isOwn ? own : await orUnavailable(targets.resolve({ plain, secrets }, market.channelId));
    const tokens = isOwn ? ownTokens : tokensOf(market.channelId);
    const shopper = { ...caller, acceptLanguage: caller.acceptLanguage ?? market?.locale ?? null };
    const trustedProxySecret = secrets.trustedProxySecret.kind === 'set' ? secrets.trustedProxySecret.value : null;
    const ask = (token: StorefrontToken) =>
      askStore(
        { target, token: token.value, trustedProxySecret, admitted, shopper },
        { clientLimit: plain.graphqlClientLimit, signal },
      );

    const token = await orUnavailable(tokens.current(target));
    knownSecrets.remember(token.value);
    const verdict = await ask(token);
    if (verdict.kind === 'response') {
      tokens.confirm(token);
      return verdict;
    }

    // Only once: a second 401 is not about the token's age.
    const renewed = await orUnavailable(tokens.replace(target, token));
    knownSecrets.remember(renewed.value);
    const second = await ask(renewed);
    if (second.kind === 'response') {
      tokens.confirm(renewed);
      return second;
    }
    tokens.replacedInVain(target);
    throw new StoreUnavailableError(
      new RefusedTokenError('upstream rejects a storefront token that it has just issued'),
    );
  }

  async function askStore(request: StoreRequest, sending: Sending): Promise<StoreVerdict> {
    const outcome = await send(request, sending);
    // A reused connection that the store was about to close: nothing is wrong with the store. A read-only request is
    // sent again, on a new connection; a mutation may have been carried out.
    const isWorthAnother =
      outcome.kind === 'unavailable' &&
      outcome.reason === 'network' &&
      outcome.wasReused === true &&
      request.admitted.isRepeatable;
    const last = isWorthAnother ? await send(request, { ...sending, connection: 'new' }) : outcome;
    return judgeStoreOutcome(last, { request, knownSecrets, now: clock.now() });
  }

  /** Every request to the store counts toward the limit, second attempts included. */
  async function send(
    request: StoreRequest,
    { clientLimit, signal, connection = 'reused' }: Sending,
  ): Promise<TransportOutcome> {
    signal.throwIfAborted();
    const store = storeOf(request.target);
    const client = networksOf(request.shopper.address);
    const [network = ''] = client;
    const counted = { store, sender: senderOf(request) };
    const paused = pauses.ofSender(counted);
    if (paused > 0) throw new StoreBusyError(busyMessages.pause, { retryAfter: paused });
    const grant = await limits.take({ store, client, clientLimit });
    if (grant.kind === 'refused') throw new StoreBusyError(busyMessages[grant.reason], grant);
    // A quota that applies to the sender alone is nobody else's.
    const clientPart = counted.sender === null ? Math.min(1, clientLimit / storeLimit) : 1;
    const room = quota.take({ limit: limitOf(counted), client: network, clientPart });
    if (room === null) {
      grant.responded();
      throw new StoreBusyError('The store takes no more requests until others have ended; try again later.', {
        retryAfter: seconds(1),
      });
    }
    let outcome: TransportOutcome | null = null;
    try {
      outcome = await transport.send({ ...wireRequest(request), connection, signal, onSent: grant.sent });
      pauses.note(counted, outcome);
      return outcome;
    } finally {
      room.ended(outcome?.kind === 'response' ? outcome.headers : null);
      grant.responded();
    }
  }

  return {
    async forward(call) {
      try {
        const response = await forward(call, await safelistInUse());
        if (failed?.market?.channelId === call.market?.channelId) failed = null;
        return response;
      } catch (error) {
        if (call.signal.aborted) throw new CallerDisconnectedError('the caller disconnected');
        if (error instanceof StoreUnavailableError) failed = { market: call.market };
        throw error;
      }
    },

    async problem(signal) {
      if (failed?.market && !isMarketChannel(failed.market.channelId)) failed = null;
      if (!failed) return null;
      try {
        await forward({ ...ownCall, ...failed, signal }, null);
        failed = null;
      } catch (error) {
        if (error instanceof StoreUnavailableError) return error;
        // The store is busy, so it responds.
        if (!(error instanceof StoreBusyError)) throw error;
      }
      return null;
    },
  };
}

const ownCall: Omit<ProxyCall, 'signal' | 'market'> = {
  body: { query: '{ site { settings { storeName } } }' },
  shopper: { address: '', acceptLanguage: null, customerAccessToken: null },
};

interface Sending {
  clientLimit: number;
  signal: AbortSignal;
  connection?: 'reused' | 'new';
}

/** A store that is not configured, or that issues us no token, is as unavailable as one that is down. */
async function orUnavailable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    // An error that is not one of ours is internal: the database, or a bug.
    throw error instanceof CommerceBridgeError ? new StoreUnavailableError(error) : error;
  }
}
