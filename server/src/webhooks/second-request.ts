import type { Clock } from '../lib/clock';
import type { Milliseconds } from '../lib/durations';

/** When a request is sent a second time. */
export interface SecondRequest {
  clock: Pick<Clock, 'wait'>;
  /** How long the first response may take. */
  after: Milliseconds;
  /** Aborts both requests. */
  signal: AbortSignal;
}

/**
 * Sends a request and, if its response does not arrive in time, sends it again: usually a single connection hangs,
 * which must not delay the whole batch. The first response wins, and the other request is aborted.
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
