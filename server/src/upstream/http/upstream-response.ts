import type { Milliseconds } from '../../lib/durations';
import { type BodyReader, bodyText } from './body-reading';
import { readRequestedWait } from './rate-limit-headers';
import { redactedCause, type Redact } from '../../lib/redaction';
import {
  UpstreamConfigurationError,
  upstreamHttpError,
  UpstreamResponseError,
  UpstreamTooLargeError,
  UpstreamUnavailableError,
  type UpstreamError,
} from './upstream-errors';
import { readUpstreamMessage } from './upstream-message';
import type { TransportOutcome } from './upstream-transport';

/** The verdict on a request. `isTransient`: a retry may succeed later. */
export type Verdict<Body> = { kind: 'usable'; response: Body } | FailedVerdict;

export interface FailedVerdict {
  kind: 'failed';
  error: UpstreamError;
  isTransient: boolean;
  retryAfter: Milliseconds | null;
}

export interface JudgeOptions {
  method: string;
  path: string;
  redact: Redact;
  now: Date;
}

/** Statuses worth a retry; not 501 and 507, which are permanent (upstream 1.1). */
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Turns a transport outcome into a validated response or one of our errors. */
export async function judgeOutcome<Body>(
  outcome: TransportOutcome,
  options: JudgeOptions & { reader: BodyReader<Body> },
): Promise<Verdict<Body>> {
  if (outcome.kind === 'response' && isSuccess(outcome)) return judgeBody(outcome, options);
  return judgeFailure(outcome, options);
}

/** Turns an unsuccessful transport outcome into one of our errors; pure. */
export function judgeFailure(outcome: TransportOutcome, options: JudgeOptions): FailedVerdict {
  const { method, path, redact } = options;
  const target = `${method} ${path}`;
  switch (outcome.kind) {
    case 'response':
      return refused(outcome, options);
    case 'oversized': {
      const error = new UpstreamTooLargeError(`${target} returned more than ${outcome.maximumBytes} bytes`, {
        method,
        path,
      });
      return { kind: 'failed', error, isTransient: false, retryAfter: null };
    }
    case 'unavailable': {
      const error = new UpstreamUnavailableError(`${target} got no response: ${redact(outcome.detail)}`, {
        method,
        path,
        reason: outcome.reason,
        cause: redactedCause(outcome.cause, redact),
      });
      return { kind: 'failed', error, isTransient: true, retryAfter: null };
    }
    case 'unsendable': {
      const error = new UpstreamConfigurationError(
        `${target} cannot be sent with the address and access token given: ${redact(outcome.detail)}`,
        {
          method,
          path,
          cause: redactedCause(outcome.cause, redact),
        },
      );
      return { kind: 'failed', error, isTransient: false, retryAfter: null };
    }
  }
}

export const isSuccess = ({ status }: ResponseOutcome): boolean => status >= 200 && status < 300;

type ResponseOutcome = Extract<TransportOutcome, { kind: 'response' }>;

function refused(
  { status, headers, body }: ResponseOutcome,
  { method, path, redact, now }: JudgeOptions,
): FailedVerdict {
  const retryAfter = readRequestedWait({ status, headers, now });
  const upstreamMessage = isUpstreams(headers) ? readUpstreamMessage(bodyText(body), redact) : null;
  const error = upstreamHttpError({ method, path, status, upstreamMessage, retryAfter });
  return { kind: 'failed', error, isTransient: transientStatuses.has(status), retryAfter };
}

/**
 * Whether the store's API itself responded: each of its responses reports what is left of the quota (upstream 1.1). The
 * address is a setting, and other servers inside the site's network, or between it and the store, must not have their
 * responses stored or shown.
 */
function isUpstreams(headers: ResponseOutcome['headers']): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-rate-limit-'));
}

async function judgeBody<Body>(
  { status, body }: ResponseOutcome,
  { method, path, reader, redact }: JudgeOptions & { reader: BodyReader<Body> },
): Promise<Verdict<Body>> {
  const reading = await reader(status === 204 ? undefined : body);
  switch (reading.kind) {
    case 'read':
      return { kind: 'usable', response: reading.response };
    case 'garbled': {
      // A truncated body, or a web page from some middlebox.
      const error = new UpstreamResponseError(
        `${method} ${path} returned ${status} with ${body.length === 0 ? 'an empty body' : 'something that is not JSON'}`,
        {
          method,
          path,
          data: { status, length: body.length },
          cause: redactedCause(reading.problem, redact),
        },
      );
      return { kind: 'failed', error, isTransient: true, retryAfter: null };
    }
    case 'unknown': {
      const error = new UpstreamResponseError(
        `${method} ${path} responded in an unknown form: ${redact(reading.issues.join('; '))}`,
        {
          method,
          path,
          data: { status },
        },
      );
      return { kind: 'failed', error, isTransient: false, retryAfter: null };
    }
  }
}
