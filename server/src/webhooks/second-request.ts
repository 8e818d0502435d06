import type { Clock } from '../lib/clock';
import type { Milliseconds } from '../lib/durations';

/** When a request is sent a second time. */
export interface SecondRequest {
  clock: Pick<Clock, 'wait'>;
  /** How long the first response may take. */
  after: Milliseconds;
  /** Ends both. */
  signal: AbortSignal;
}

/**
 * Sends a request and, when its response does not arrive in time, once more: what hangs is usually one connection, and it
 * must not delay everything that is read with it. The first response counts, and ends the other request.
 * @throws what the first request threw, if neither succeeds
 */
export async function withSecondRequest<Response>(
  { clock, after, signal }: SecondRequest,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const over = new AbortController();
  const within = AbortSignal.any([signal, over.signal]);
  const first = send(within);
  try {
    const responded = first.then(
      () => true,
      () => true,
    );
    const passed = clock.wait(after, within).then(
      () => false,
      () => true,
    );
    if (await Promise.race([responded, passed])) return await first;
    return await Promise.any([first, send(within)]).catch(() => first);
  } finally {
    over.abort();
  }
}
