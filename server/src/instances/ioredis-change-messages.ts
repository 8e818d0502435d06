import type { EventLoop } from '../lib/clock';
import { milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { Redact } from '../lib/redaction';
import type { RedisConnection } from './ioredis-connection';

/**
 * Tells the site's instances to look at the change log now (behavior 12.9). A message has no content and may be lost: the
 * log has the changes, and each instance reads it anyway.
 */
export interface ChangeMessages {
  /** To be called after a commit; never fails, and returns at once. */
  send(): void;
  /** Calls the listener for messages of all instances, this one's included. */
  onMessage(listener: () => void): void;
  /** Begins to listen, for as long as Redis can be reached. */
  start(): void;
  stop(): void;
}

// A full run commits dozens of times a second; each message makes every busy instance read the log.
const pause = milliseconds(50);

/** Messages by a channel of Redis, received over a connection of their own: Redis allows a subscriber nothing else. */
export function createIoredisChangeMessages({
  connection,
  prefix,
  loop,
  logger,
  redact,
}: {
  connection: Pick<RedisConnection, 'client' | 'another' | 'isReady'>;
  prefix: string;
  loop: Pick<EventLoop, 'rest'>;
  logger: Logger;
  redact: Redact;
}): ChangeMessages {
  const channel = `${prefix}changes`;
  const subscriber = connection.another();
  const note = (error: unknown) =>
    logger.debug('no messages of changes through Redis', { error: redact(describeError(error)) });
  let isPausing = false;
  let isDue = false;

  // It connects again by itself; a permission that is missing stays missing, and then the log is read as without Redis.
  subscriber.on('error', note);
  subscriber.on('ready', () => {
    subscriber
      .subscribe(channel)
      .catch((error: unknown) =>
        logger.warn('messages of changes cannot be received through Redis', { error: redact(describeError(error)) }),
      );
  });

  async function sendDue(): Promise<void> {
    isPausing = true;
    while (isDue) {
      isDue = false;
      if (connection.isReady()) await connection.client.publish(channel, '').catch(note);
      await loop.rest(pause);
    }
    isPausing = false;
  }

  return {
    send() {
      isDue = true;
      if (!isPausing) void sendDue();
    },
    onMessage: (listener) => void subscriber.on('message', listener),
    start: () => void subscriber.connect().catch(note),
    stop: () => subscriber.disconnect(),
  };
}
