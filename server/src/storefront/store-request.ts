import { isIP } from 'node:net';
import { seconds } from '../lib/durations';
import { bodyText } from '../upstream/http/body-reading';
import { readRequestedWait } from '../upstream/http/rate-limit-headers';
import type { KnownSecrets } from '../lib/known-secrets';
import { createRedact, type Redact } from '../lib/redaction';
import { isSuccess, judgeFailure } from '../upstream/http/upstream-response';
import { UpstreamResponseError } from '../upstream/http/upstream-errors';
import type { TransportOutcome, TransportRequest } from '../upstream/http/upstream-transport';
import { userAgent } from '../upstream/http/user-agent';
import type { AdmittedRequest } from './admission';
import { networksOf, plainAddress } from './client-address';
import { type CountedWith, siteItself } from './store-slowdown';
import { busyMessages, StoreBusyError, StoreUnavailableError } from './storefront-errors';
import type { StorefrontTarget } from './storefront-target';

/** The parts of a caller's request that are forwarded with the body; nothing else is (behavior 6.3). */
export interface Shopper {
  /** As the host determines it. */
  address: string;
  acceptLanguage: string | null;
  /** A secret of the shopper's. */
  customerAccessToken: string | null;
}

export interface StoreRequest {
  target: StorefrontTarget;
  token: string;
  /** Null: the shopper's address is not forwarded. */
  trustedProxySecret: string | null;
  admitted: AdmittedRequest;
  shopper: Shopper;
}

/** A response of the store that is passed on unchanged. */
export interface StoreResponse {
  kind: 'response';
  status: 200 | 400;
  body: string;
}

/** The verdict on a response of the store. */
export type StoreVerdict = StoreResponse | { kind: 'unauthorized' };

/** Whether the store's limits apply to the shopper's address instead of the site's (upstream 5.2). */
const forwardsAddress = ({ trustedProxySecret, shopper }: StoreRequest): boolean =>
  trustedProxySecret !== null && isIP(plainAddress(shopper.address)) !== 0;

/** Whose requests the store counts together with this one; for IPv6, the smallest network that providers assign. */
export function senderOf(request: StoreRequest): CountedWith['sender'] {
  if (request.trustedProxySecret === null) return null;
  return forwardsAddress(request) ? (networksOf(request.shopper.address).at(-1) ?? siteItself) : siteItself;
}

/** The request as sent to the store. */
export function wireRequest(request: StoreRequest): TransportRequest {
  const { target, token, trustedProxySecret, admitted, shopper } = request;
  return {
    method: 'POST',
    url: target.graphqlUrl,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': userAgent,
      ...(shopper.acceptLanguage !== null && { 'accept-language': shopper.acceptLanguage }),
      ...(shopper.customerAccessToken !== null && { 'x-bc-customer-access-token': shopper.customerAccessToken }),
      ...(trustedProxySecret !== null &&
        forwardsAddress(request) && {
          'x-bc-trusted-proxy-secret': trustedProxySecret,
          'true-client-ip': plainAddress(shopper.address),
        }),
    },
    body: admitted.body,
  };
}

const method = 'POST';
const path = '/graphql';
const shortestWait = seconds(1);

/**
 * Judges the outcome of a request (behavior 6.3).
 * @throws StoreBusyError for 429, StoreUnavailableError for everything that is neither a response to pass on nor a 401
 */
export function judgeStoreOutcome(outcome: TransportOutcome, { request, knownSecrets, now }: JudgedBy): StoreVerdict {
  // Created only on failure.
  const failure = () => errorOf(outcome, { redact: redactFor(request, knownSecrets), now });
  if (outcome.kind !== 'response') throw new StoreUnavailableError(failure());
  const { status, headers } = outcome;
  if (status === 200 || status === 400) {
    const body = bodyText(outcome.body);
    const problem = problemOf(body, knownSecrets);
    if (problem === null) return { kind: 'response', status, body };
    throw new StoreUnavailableError(
      new UpstreamResponseError(`${method} ${path} returned ${status} with ${problem}`, {
        method,
        path,
        data: { status, length: body.length },
      }),
    );
  }
  if (status === 401) return { kind: 'unauthorized' };
  const cause = failure();
  if (status !== 429) throw new StoreUnavailableError(cause);
  throw new StoreBusyError(busyMessages.pause, {
    retryAfter: readRequestedWait({ status, headers, now }) ?? shortestWait,
    cause,
  });
}

interface JudgedBy {
  request: StoreRequest;
  knownSecrets: Pick<KnownSecrets, 'areIn' | 'redact'>;
  now: Date;
}

/** Why a response must not be passed on; null when it may. */
function problemOf(body: string, knownSecrets: Pick<KnownSecrets, 'areIn'>): string | null {
  // Nothing suggests that upstream would ever do this, but it must never happen.
  if (knownSecrets.areIn(body)) return 'a secret of the site in it';
  try {
    const response: unknown = JSON.parse(body.startsWith('\ufeff') ? body.slice(1) : body);
    return typeof response === 'object' && response !== null && !Array.isArray(response)
      ? null
      : 'something that is not a GraphQL response';
  } catch {
    // The parser's message quotes the body.
    return body === '' ? 'an empty body' : 'something that is not JSON';
  }
}

function errorOf(outcome: TransportOutcome, { redact, now }: { redact: Redact; now: Date }): Error {
  if (outcome.kind !== 'response' || !isSuccess(outcome))
    return judgeFailure(outcome, { method, path, redact, now }).error;
  return new UpstreamResponseError(`${method} ${path} returned a status that is not valid for GraphQL`, {
    method,
    path,
    data: { status: outcome.status },
  });
}

/** The shopper's own token is the one secret that the site does not remember. */
function redactFor({ shopper }: StoreRequest, knownSecrets: Pick<KnownSecrets, 'redact'>): Redact {
  const redactShopper = createRedact(shopper.customerAccessToken === null ? [] : [shopper.customerAccessToken]);
  return (text) => redactShopper(knownSecrets.redact(text));
}
