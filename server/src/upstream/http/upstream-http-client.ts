import type { Clock } from '../../lib/clock';
import { milliseconds, type Milliseconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import { readerOf } from './body-reading';
import type { Pacer, PacerSlot } from '../pacing/pacing';
import { type ResponseHeaders, readRateLimit } from './rate-limit-headers';
import { createRedact, type Redact } from '../../lib/redaction';
import { decideRetry, defaultRetryPolicy, retryDelay, type RetryPolicy } from './retry-delay';
import { judgeOutcome, type Verdict } from './upstream-response';
import type { RequestReport, UpstreamConnection } from '../upstream-catalog';
import type { RequestParts, UpstreamHttp, UpstreamQuery, UpstreamRequest } from './upstream-http';
import type { TransportOutcome, TransportRequest, UpstreamTransport } from './upstream-transport';
import { userAgent } from './user-agent';

export interface UpstreamHttpOptions {
  transport: UpstreamTransport;
  connection: UpstreamConnection;
  /** One for the whole store, shared by every client of it. */
  pacer: Pacer;
  clock: Clock;
  /** From 0 to below 1; spreads retries. */
  random: () => number;
  logger: Logger;
  /** Redacts anything else confidential from upstream's messages. */
  redact?: Redact | undefined;
  /** Called before every request, once it may be sent. */
  onSend?: (() => void) | undefined;
  /** Called after every request that was sent, including failed and retried ones. */
  onReport?: ((report: RequestReport) => void) | undefined;
  retry?: Partial<RetryPolicy>;
  /** Called with the headers of every response. */
  onHeaders?: ((headers: ResponseHeaders) => void) | undefined;
}

/**
 * One store's REST API: paced, retried where that is safe, validated. Only reads are ever retried; any other failed
 * request may have taken effect (upstream 1.1).
 */
export function createUpstreamHttp(options: UpstreamHttpOptions): UpstreamHttp {
  return { request: (request) => requestUntilDone(request, options) };
}

async function requestUntilDone<Body>(request: UpstreamRequest<Body>, context: UpstreamHttpOptions): Promise<Body> {
  const { clock, random, logger, pacer, connection } = context;
  const { method = 'GET', path, signal } = request;
  const policy = { ...defaultRetryPolicy, ...context.retry };
  const attempts = isRead(request) ? (request.attempts ?? policy.attempts) : 1;
  // The token of a connection that is only being tested is not in the settings yet.
  const redactToken = createRedact([connection.accessToken]);
  const redact: Redact = (text) => redactToken(context.redact?.(text) ?? text);
  const reader = readerOf(request);
  const startedAt = clock.monotonic();
  let pause: Pause = { cause: 'retry', duration: milliseconds(0) };

  for (let attempt = 1; ; attempt += 1) {
    const { outcome, version } = await sendOnce(request, { ...context, pause });
    const verdict: Verdict<Body> = await judgeOutcome(outcome, { method, path, reader, redact, now: clock.now() });
    if (verdict.kind === 'usable') {
      if (version !== null) request.versions?.use(version);
      return verdict.response;
    }

    const { error, retryAfter, isTransient } = verdict;
    const status = outcome.kind === 'response' ? outcome.status : null;
    const delayRequest = { failed: attempt, status, retryAfter, policy: { ...policy, attempts }, random };
    const elapsed = milliseconds(clock.monotonic() - startedAt);
    const decision = isTransient ? decideRetry({ ...delayRequest, elapsed }) : { kind: 'give-up' as const };
    // All of our requests wait, not only this one: the quota is the store's.
    if (status === 429) pacer.pause(decision.kind === 'retry' ? decision.delay : retryDelay(delayRequest));
    if (decision.kind === 'give-up') throw error;

    logger.warn('upstream request will be tried again', {
      method,
      path,
      status,
      attempt,
      delay: decision.delay,
      error: error.message,
    });
    const waitedFrom = clock.monotonic();
    await clock.wait(decision.delay, signal);
    pause = {
      // After a 429, the wait is for the rate limit.
      cause: status === 429 ? 'rate_limit' : 'retry',
      duration: milliseconds(clock.monotonic() - waitedFrom),
    };
  }
}

const isRead = ({ method = 'GET', effect }: RequestParts): boolean => method === 'GET' || effect === 'read';

/** The wait between two attempts. */
interface Pause {
  cause: 'rate_limit' | 'retry';
  duration: Milliseconds;
}

async function sendOnce(request: RequestParts, context: UpstreamHttpOptions & { pause: Pause }): Promise<Sent> {
  const { signal, priority = 'normal' } = request;
  const slot = await context.pacer.acquire({ priority, signal });
  const version = await drawVersion(request, slot);
  let outcome: TransportOutcome | null = null;
  context.onSend?.();
  try {
    outcome = await context.transport.send(transportRequest(request, context));
    return { outcome, version };
  } finally {
    finish({ request, slot, outcome, context });
  }
}

interface Sent {
  outcome: TransportOutcome;
  /** The read version of this attempt; null when none was requested. */
  version: number | null;
}

/**
 * Called only once there is a slot: a number drawn long before its request is sent would make the request count as
 * older than requests sent earlier.
 */
async function drawVersion({ versions }: RequestParts, slot: PacerSlot): Promise<number | null> {
  try {
    return versions ? await versions.draw() : null;
  } catch (error) {
    slot.release(null);
    throw error;
  }
}

interface FinishOptions {
  request: RequestParts;
  slot: PacerSlot;
  /** Null when the request was abandoned. */
  outcome: TransportOutcome | null;
  context: UpstreamHttpOptions & { pause: Pause };
}

function finish({ request, slot, outcome, context }: FinishOptions): void {
  const response = outcome?.kind === 'response' ? outcome : null;
  const rateLimit = response ? readRateLimit(response.headers) : null;
  slot.release(rateLimit);
  if (response) context.onHeaders?.(response.headers);
  context.onReport?.({
    method: request.method ?? 'GET',
    path: request.path,
    status: response?.status ?? (outcome === null ? 'abandoned' : 'no_response'),
    waits: waitsOf(context.pause, slot),
    quotaLeft: rateLimit?.left ?? null,
  });
}

function waitsOf(pause: Pause, slot: PacerSlot): RequestReport['waits'] {
  const waits = { rate_limit: milliseconds(0), retry: milliseconds(0), slot: milliseconds(0) };
  waits[pause.cause] = pause.duration;
  waits[slot.waitedFor] = milliseconds(waits[slot.waitedFor] + slot.waited);
  return waits;
}

function transportRequest(request: RequestParts, { connection }: UpstreamHttpOptions): TransportRequest {
  const { method = 'GET', path, query, body, signal } = request;
  return {
    method,
    url: `${connection.apiUrl}/stores/${encodeURIComponent(connection.storeHash)}${path}${queryText(query)}`,
    headers: {
      'x-auth-token': connection.accessToken,
      'user-agent': userAgent,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(isRead(request) && { connection: 'reused' }),
    signal,
  };
}

function queryText(query: UpstreamQuery = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
