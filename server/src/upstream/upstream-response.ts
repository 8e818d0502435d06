import type { Milliseconds } from '../lib/durations';
import { type BodyReader, textOf } from './body-reading';
import { readToldWait } from './rate-limit-headers';
import { redactedCause, type Redact } from '../lib/redaction';
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

/** What a request came to. `isTransient`: the same request may fare better in a while. */
export type Verdict<Body> = { kind: 'answered'; response: Body } | FailedVerdict;

export interface FailedVerdict {
  kind: 'failed';
  error: UpstreamError;
  isTransient: boolean;
  told: Milliseconds | null;
}

export interface JudgeOptions {
  method: string;
  path: string;
  redact: Redact;
  now: Date;
}

/** Statuses worth another try; not 501 and 507, which say that it will never work (upstream 1.1). */
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Turns what came over the wire into a checked answer or one of our errors. */
export async function judgeOutcome<Body>(
  outcome: TransportOutcome,
  options: JudgeOptions & { reader: BodyReader<Body> },
): Promise<Verdict<Body>> {
  if (outcome.kind === 'answer' && isSuccess(outcome)) return judgeBody(outcome, options);
  return judgeFailure(outcome, options);
}

/** Turns what came over the wire and is no success into one of our errors; pure. */
export function judgeFailure(outcome: TransportOutcome, options: JudgeOptions): FailedVerdict {
  const { method, path, redact } = options;
  const target = `${method} ${path}`;
  switch (outcome.kind) {
    case 'answer':
      return refused(outcome, options);
    case 'oversized': {
      const error = new UpstreamTooLargeError(`${target} answered more than ${outcome.maximumBytes} bytes`, {
        method,
        path,
      });
      return { kind: 'failed', error, isTransient: false, told: null };
    }
    case 'unavailable': {
      const error = new UpstreamUnavailableError(`${target} got no answer: ${redact(outcome.detail)}`, {
        method,
        path,
        reason: outcome.reason,
        cause: redactedCause(outcome.cause, redact),
      });
      return { kind: 'failed', error, isTransient: true, told: null };
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
      return { kind: 'failed', error, isTransient: false, told: null };
    }
  }
}

export const isSuccess = ({ status }: ResponseOutcome): boolean => status >= 200 && status < 300;

type ResponseOutcome = Extract<TransportOutcome, { kind: 'answer' }>;

function refused(
  { status, headers, body }: ResponseOutcome,
  { method, path, redact, now }: JudgeOptions,
): FailedVerdict {
  const told = readToldWait({ status, headers, now });
  const upstreamMessage = isUpstreams(headers) ? readUpstreamMessage(textOf(body), redact) : null;
  const error = upstreamHttpError({ method, path, status, upstreamMessage, retryAfter: told });
  return { kind: 'failed', error, isTransient: transientStatuses.has(status), told };
}

/**
 * Whether the store's API itself answered: each of its responses says what is left of the quota (upstream 1.1). The address is
 * a setting, and what stands inside the site's network, or between it and the store, is nothing to be stored and shown.
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
      return { kind: 'answered', response: reading.response };
    case 'garbled': {
      // A body cut off in mid-way, or a web page of some box in between.
      const error = new UpstreamResponseError(
        `${method} ${path} answered ${status} with ${body.length === 0 ? 'an empty body' : 'something that is not JSON'}`,
        {
          method,
          path,
          data: { status, length: body.length },
          cause: redactedCause(reading.problem, redact),
        },
      );
      return { kind: 'failed', error, isTransient: true, told: null };
    }
    case 'unknown': {
      const error = new UpstreamResponseError(
        `${method} ${path} answered in a form we do not know: ${redact(reading.issues.join('; '))}`,
        {
          method,
          path,
          data: { status },
        },
      );
      return { kind: 'failed', error, isTransient: false, told: null };
    }
  }
}
