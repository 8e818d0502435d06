import type { Clock } from '../lib/clock';
import type { Milliseconds } from '../lib/durations';
import { followSignals } from '../lib/follow-signals';
import type { RequestWatch } from '../upstream/upstream-access';

/** When a request is sent a second time. */
export interface SecondRequest {
  clock: Pick<Clock, 'wait'>;
  /** How long a response may take, from when its request is sent. */
  after: Milliseconds;
  /** Aborts both requests. */
  signal: AbortSignal;
}

/**
 * Sends a request and, if its response does not arrive in time, sends it again: usually a single connection hangs,
 * which must not delay the whole batch. The first response wins, and the other request is aborted. Waiting for the quota
 * or between two attempts does not count, since a second request would have to wait as well.
 * @param send may send several requests, one after the other
 * @throws what the first request threw, if neither succeeds
 */
export async function withSecondRequest<Response>(
  { clock, after, signal }: SecondRequest,
  send: (signal: AbortSignal, watch?: RequestWatch) => Promise<Response>,
): Promise<Response> {
  const over = new AbortController();
  return followSignals([signal, over.signal], async (within) => {
    const { passed, watch } = patience({ clock, after, signal: within });
    const first = send(within, watch);
    try {
      const responded = first.then(
        () => true,
        () => true,
      );
      if (await Promise.race([responded, passed])) return await first;
      return await Promise.any([first, send(within)]).catch(() => first);
    } finally {
      over.abort();
    }
  });
}

/** `passed` resolves once a request has been under way for too long. */
function patience({ clock, after, signal }: SecondRequest) {
  let underWay = new AbortController();
  let giveUp: () => void = () => undefined;
  const passed = new Promise<false>((resolve) => {
    giveUp = () => resolve(false);
  });
  const watch: RequestWatch = {
    onSend: () => {
      underWay = new AbortController();
      followSignals([signal, underWay.signal], (either) => clock.wait(after, either)).then(giveUp, () => undefined);
    },
    onReport: () => underWay.abort(),
  };
  return { passed, watch };
}
