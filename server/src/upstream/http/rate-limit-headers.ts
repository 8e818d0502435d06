import { milliseconds, seconds, type Milliseconds } from '../../lib/durations';

/** Response headers, names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

/** Upstream's rate limit headers in one response (upstream 1.1). */
export interface RateLimit {
  /** Requests left in the current window. */
  left: number;
  /** Requests a window allows; null when not given. */
  quota: number | null;
  /** Until the current window ends. */
  resetIn: Milliseconds;
  /** How long a window is. */
  window: Milliseconds;
}

const usualWindow = seconds(30);

/** Null when the response does not carry the headers, as from an overloaded upstream. */
export function readRateLimit(headers: ResponseHeaders): RateLimit | null {
  const left = countOf(headers['x-rate-limit-requests-left']);
  const resetIn = countOf(headers['x-rate-limit-time-reset-ms']);
  if (left === null || resetIn === null) return null;
  const window = countOf(headers['x-rate-limit-time-window-ms']);
  return {
    left,
    quota: countOf(headers['x-rate-limit-requests-quota']),
    resetIn: milliseconds(resetIn),
    window: window === null || window === 0 ? usualWindow : milliseconds(window),
  };
}

/**
 * How long upstream asked us to wait, in the documented order (upstream 1.1): the reset header, which is in
 * **milliseconds** and asks for a wait only on a 429, then X-Retry-After and Retry-After in seconds, the last also as a
 * date. Null when none is present.
 */
export function readRequestedWait({
  status,
  headers,
  now,
}: {
  status: number;
  headers: ResponseHeaders;
  now: Date;
}): Milliseconds | null {
  const resetIn = status === 429 ? countOf(headers['x-rate-limit-time-reset-ms']) : null;
  if (resetIn !== null) return milliseconds(resetIn);
  const requested = secondsOf(headers['x-retry-after']) ?? secondsOf(headers['retry-after']);
  return requested ?? untilDate(headers, now);
}

function countOf(header: string | undefined): number | null {
  const written = header?.trim() ?? '';
  return /^\d{1,15}(\.\d+)?$/.test(written) ? Math.floor(Number(written)) : null;
}

function secondsOf(header: string | undefined): Milliseconds | null {
  const written = header?.trim() ?? '';
  return /^\d{1,12}(\.\d+)?$/.test(written) ? milliseconds(Math.ceil(Number(written) * 1000)) : null;
}

/** The date is by upstream's clock, which the same response shows (behavior 11.1). */
function untilDate(headers: ResponseHeaders, now: Date): Milliseconds | null {
  const moment = Date.parse(headers['retry-after'] ?? '');
  const sentAt = Date.parse(headers['date'] ?? '');
  const from = Number.isNaN(sentAt) ? now.getTime() : sentAt;
  return Number.isNaN(moment) ? null : milliseconds(Math.max(0, moment - from));
}
