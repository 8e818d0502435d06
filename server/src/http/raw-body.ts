import type { IncomingMessage } from 'node:http';
import type { Clock } from '../lib/clock';
import type { Milliseconds } from '../lib/durations';

/** A body as received, or why there is none. */
export type RawBody =
  | { kind: 'read'; bytes: Buffer }
  | { kind: 'too-large' }
  | { kind: 'too-slow' }
  /** The caller disconnected, so there is no one to respond to. */
  | { kind: 'aborted' };

export interface RawBodyLimits {
  clock: Clock;
  /** In bytes. */
  limit: number;
  /** From now until the last byte. */
  timeLimit: Milliseconds;
}

const ended = new Error('the body has ended');

/**
 * Reads a body without parsing it, never holding more of it than the limit. It must be the first to touch the request,
 * before the host's own body parser, however that is configured.
 */
export function readRawBody(request: IncomingMessage, { clock, limit, timeLimit }: RawBodyLimits): Promise<RawBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'too-large' });

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const alarm = new AbortController();

    const end = (outcome: RawBody) => {
      request.off('data', onData).off('end', onEnd).off('error', onAborted).off('close', onAborted);
      // With a reason: without one, an error with a stack would be created for each delivery.
      alarm.abort(ended);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) end({ kind: 'too-large' });
      else chunks.push(chunk);
    };
    const onEnd = () => end({ kind: 'read', bytes: Buffer.concat(chunks, length) });
    const onAborted = () => end({ kind: 'aborted' });

    request.on('data', onData).on('end', onEnd).on('error', onAborted).on('close', onAborted);
    clock.wait(timeLimit, alarm.signal).then(
      () => end({ kind: 'too-slow' }),
      // Only we abort the timer, once there is an outcome.
      () => undefined,
    );
  });
}
