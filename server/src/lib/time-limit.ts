import type { Clock } from './clock';
import type { Milliseconds } from './durations';
import { CommerceBridgeError } from './errors';

/** Something exceeded its time limit; its signal was aborted with this error. */
export class TimeLimitError extends CommerceBridgeError {
  readonly code = 'time_limit';
}

/**
 * Ends a piece of work after a time limit: its signal aborts, and the call returns immediately even if the work ignores
 * the signal.
 * @throws TimeLimitError, or what the work threw first
 */
export async function withTimeLimit<Value>(
  { clock, limit }: { clock: Pick<Clock, 'wait'>; limit: Milliseconds },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const overtime = new AbortController();
  const finished = new AbortController();
  const bell = clock.wait(limit, finished.signal).then((): never => {
    const error = new TimeLimitError(`it took longer than ${limit / 1000} seconds`, { data: { limit } });
    overtime.abort(error);
    throw error;
  });
  try {
    return await Promise.race([work(overtime.signal), bell]);
  } finally {
    finished.abort();
  }
}
