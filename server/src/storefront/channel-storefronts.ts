import { z } from 'zod';
import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';
import type { KnownSecrets } from '../lib/known-secrets';
import { readerOf } from '../upstream/http/body-reading';
import type { ChannelStorefront, StorefrontQuery } from '../upstream/markets/channel-storefront';
import { decideRetry, defaultRetryPolicy } from '../upstream/http/retry-delay';
import { judgeOutcome } from '../upstream/http/upstream-response';
import type { TransportOutcome, UpstreamTransport } from '../upstream/http/upstream-transport';
import { userAgent } from '../upstream/http/user-agent';
import type { RequestGrant, RequestLimits } from './request-limits';
import { type CountedWith, siteItself, type StorePauses } from './store-slowdown';
import { storeOf, type StorefrontTarget } from './storefront-target';
import type { StorefrontTokens } from './storefront-tokens';

export interface ChannelStorefrontsParts {
  /** The storefront of a channel of the store in the settings. */
  targetOf(channelId: number): Promise<StorefrontTarget>;
  /** The tokens of a channel; each channel has its own, so that none replaces the shoppers' token. */
  tokensOf(channelId: number): Pick<StorefrontTokens, 'current' | 'replace' | 'confirm'>;
  /** Queries of the site count toward the store's limit, as those of one client. */
  limits: Pick<RequestLimits, 'take'>;
  pauses: StorePauses;
  /** Whether the store counts each shopper by their own address, so that these queries count alone. */
  forwardsAddresses: () => boolean;
  /** How many requests a second one client may use. */
  clientLimit: () => number;
  transport: UpstreamTransport;
  /** Removed from all that is logged and reported. */
  knownSecrets: Pick<KnownSecrets, 'redact' | 'remember'>;
  clock: Clock;
  /** From 0 to below 1; spreads retries. */
  random: () => number;
}

const method = 'POST';
const path = '/graphql';
const client = [siteItself];
const reader = readerOf({ schema: z.looseObject({}) });

/**
 * The site's own queries to the storefronts of channels, as a guest: one at a time for each caller, retried like
 * requests to the REST API, since they only read. They wait for a slot instead of being rejected.
 */
export function createChannelStorefronts(parts: ChannelStorefrontsParts): (channelId: number) => ChannelStorefront {
  return (channelId) => ({ query: (query) => queryUntilDone(channelId, query, parts) });
}

async function queryUntilDone(
  channelId: number,
  query: StorefrontQuery,
  parts: ChannelStorefrontsParts,
): Promise<unknown> {
  const { clock, random, knownSecrets } = parts;
  const startedAt = clock.monotonic();
  for (let failed = 1; ; failed += 1) {
    query.signal?.throwIfAborted();
    const outcome = await send(channelId, query, parts);
    const verdict = await judgeOutcome(outcome, {
      method,
      path,
      reader,
      redact: knownSecrets.redact,
      now: clock.now(),
    });
    if (verdict.kind === 'usable') return verdict.response;
    const { error, isTransient, retryAfter } = verdict;
    const decision = decideRetry({
      failed,
      status: outcome.kind === 'response' ? outcome.status : null,
      retryAfter,
      policy: defaultRetryPolicy,
      random,
      elapsed: milliseconds(clock.monotonic() - startedAt),
    });
    if (!isTransient || decision.kind === 'give-up') throw error;
    await clock.wait(decision.delay, query.signal);
  }
}

/** Sends the query, and again with another token if the store rejects the first one. */
async function send(
  channelId: number,
  query: StorefrontQuery,
  parts: ChannelStorefrontsParts,
): Promise<TransportOutcome> {
  const target = await parts.targetOf(channelId);
  const tokens = parts.tokensOf(channelId);
  const token = await tokens.current(target);
  const outcome = await sendWith(token.value, { target, query, parts });
  if (outcome.kind !== 'response' || outcome.status !== 401) {
    if (outcome.kind === 'response' && outcome.status === 200) tokens.confirm(token);
    return outcome;
  }
  const other = await tokens.replace(target, token);
  return sendWith(other.value, { target, query, parts });
}

async function sendWith(
  token: string,
  {
    target,
    query: { document, variables, signal },
    parts,
  }: { target: StorefrontTarget; query: StorefrontQuery; parts: ChannelStorefrontsParts },
): Promise<TransportOutcome> {
  // The token may be another instance's, or from before a restart.
  parts.knownSecrets.remember(token);
  const counted = { store: storeOf(target), sender: parts.forwardsAddresses() ? siteItself : null };
  const slot = await slotOf(counted, { parts, signal });
  try {
    const outcome = await parts.transport.send({
      method,
      url: target.graphqlUrl,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': userAgent,
      },
      body: JSON.stringify({ query: document, variables }),
      signal,
      onSent: slot.sent,
    });
    parts.pauses.note(counted, outcome);
    return outcome;
  } finally {
    slot.responded();
  }
}

async function slotOf(
  counted: CountedWith,
  {
    parts: { limits, pauses, clientLimit, clock },
    signal,
  }: { parts: ChannelStorefrontsParts; signal?: AbortSignal | undefined },
): Promise<RequestGrant> {
  for (;;) {
    const paused = pauses.ofSender(counted);
    if (paused > 0) {
      await clock.wait(paused, signal);
      continue;
    }
    const verdict = await limits.take({ store: counted.store, client, clientLimit: clientLimit() });
    if (verdict.kind === 'granted') return verdict;
    await clock.wait(verdict.retryAfter, signal);
  }
}
