import type { Clock } from '../lib/clock';
import { milliseconds, type Milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Redact } from '../lib/redaction';
import { longestWait } from '../outbox/back-off';
import { NotDeliveredError } from '../outbox/outbox-target';
import type { PurgeRequest } from './purge-driver';

/** Sends one request. @throws NotDeliveredError unless it was accepted */
export type SendPurge = (request: PurgeRequest, signal: AbortSignal) => Promise<void>;

const longestMessage = 300;
const mostRead = 65_536;

/**
 * Sends requests with the built-in `fetch`. Redirects are not followed, so that the secret reaches no other address.
 * @param options.clock for a `Retry-After` that is a date
 * @param options.redact removes known secrets from the response
 */
export function createSendPurge({ clock, redact }: { clock: Pick<Clock, 'now'>; redact: Redact }): SendPurge {
  return async ({ method, url, headers, body, showsResponse }, signal) => {
    const { host } = new URL(url);
    let response: Response;
    try {
      response = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
      const detail = describeError(reason);
      throw new NotDeliveredError(`${host} could not be reached: ${detail}`, {
        code: 'target_unreachable',
        data: { host, detail },
        cause: error,
      });
    }
    // Read even on success, to free the connection for the next request.
    const reply = await beginningOf(response).catch(() => '');
    if (response.ok) return;
    // Redacted before it is truncated: part of a secret would not be recognized.
    const said = showsResponse ? redact(reply.trim()).slice(0, longestMessage) : '';
    throw new NotDeliveredError(`${host} responded with ${response.status}${said === '' ? '' : `: ${said}`}`, {
      code: 'target_refused',
      data: { host, status: response.status, said },
      retryAfter: retryAfterOf(response.headers.get('retry-after'), clock.now()),
    });
  };
}

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    // Leaving the loop closes the connection.
    if (text.length > mostRead) break;
  }
  return text;
}

/** Seconds or a date; at most an hour, since the address may be wrong. */
function retryAfterOf(given: string | null, now: Date): Milliseconds | null {
  if (given === null) return null;
  const wait = /^\d+$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - now.getTime();
  return Number.isFinite(wait) && wait > 0 ? milliseconds(Math.min(wait, longestWait)) : null;
}
