import type { z } from 'zod';
import type { Milliseconds } from '../lib/durations';
import { readToldWait } from './rate-limit-headers';
import { redactedCause, type Redact } from './redaction';
import { UpstreamConfigurationError, upstreamHttpError, UpstreamResponseError, UpstreamTooLargeError, UpstreamUnavailableError, type UpstreamError } from './upstream-errors';
import { readUpstreamMessage } from './upstream-message';
import type { TransportOutcome } from './upstream-transport';

/** What a request came to. `isTransient`: the same request may fare better in a while. */
export type Verdict<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; error: UpstreamError; isTransient: boolean; told: Milliseconds | null };

export interface JudgeOptions<Answer> {
  method: string;
  path: string;
  schema: z.ZodType<Answer>;
  redact: Redact;
  now: Date;
}

/** Statuses worth another try; not 501 and 507, which say that it will never work (facts 1.1). */
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

const printedIssues = 3;

/** Turns what came over the wire into a checked answer or one of our errors; pure. */
export function judgeOutcome<Answer>(outcome: TransportOutcome, options: JudgeOptions<Answer>): Verdict<Answer> {
  const { method, path, redact } = options;
  const target = `${method} ${path}`;
  switch (outcome.kind) {
    case 'answer':
      return outcome.status >= 200 && outcome.status < 300 ? judgeBody(outcome, options) : refused(outcome, options);
    case 'oversized': {
      const error = new UpstreamTooLargeError(`${target} answered more than ${outcome.maximumBytes} bytes`, { method, path });
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
      const error = new UpstreamConfigurationError(`${target} cannot be sent with the address and access token given: ${redact(outcome.detail)}`, {
        method,
        path,
        cause: redactedCause(outcome.cause, redact),
      });
      return { kind: 'failed', error, isTransient: false, told: null };
    }
  }
}

type AnswerOutcome = Extract<TransportOutcome, { kind: 'answer' }>;

function refused({ status, headers, body }: AnswerOutcome, { method, path, redact, now }: JudgeOptions<unknown>): Verdict<never> {
  const told = readToldWait({ status, headers, now });
  const upstreamMessage = readUpstreamMessage(body, redact);
  const error = upstreamHttpError({ method, path, status, upstreamMessage, retryAfter: told });
  return { kind: 'failed', error, isTransient: transientStatuses.has(status), told };
}

function judgeBody<Answer>({ status, body }: AnswerOutcome, { method, path, schema, redact }: JudgeOptions<Answer>): Verdict<Answer> {
  const parsed = status === 204 ? { value: undefined } : parseJson(body);
  if ('problem' in parsed) {
    // A body cut off in mid-way, or a web page of some box in between.
    const error = new UpstreamResponseError(`${method} ${path} answered ${status} with ${body === '' ? 'an empty body' : 'something that is not JSON'}`, {
      method,
      path,
      data: { status, length: body.length },
      cause: redactedCause(parsed.problem, redact),
    });
    return { kind: 'failed', error, isTransient: true, told: null };
  }

  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { kind: 'answered', answer: checked.data };
  const issues = checked.error.issues.slice(0, printedIssues).map((issue) => `${issue.path.join('.') || 'the answer'}: ${issue.message}`);
  const error = new UpstreamResponseError(`${method} ${path} answered in a form we do not know: ${redact(issues.join('; '))}`, {
    method,
    path,
    data: { status },
  });
  return { kind: 'failed', error, isTransient: false, told: null };
}

function parseJson(body: string): { value: unknown } | { problem: unknown } {
  try {
    return { value: JSON.parse(body.startsWith('\ufeff') ? body.slice(1) : body) };
  } catch (problem) {
    return { problem };
  }
}
