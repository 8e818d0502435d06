import { type EventLoop, startDeadline } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { Redact } from '../lib/redaction';
import type { RedisConnection } from './ioredis-connection';

/** Notifies the site's instances. A message has no content and may be lost: each instance also looks on its own. */
export interface Messages {
  /** Never fails, and returns at once. */
  send(): void;
  /** Calls the listener for messages of all instances, this one's included. */
  onMessage(listener: () => void): void;
}

/** Sent after a commit, so that instances read the change log at once (behavior 12.9). */
export interface ChangeMessages extends Messages {
  /** Sent when events are waiting that the sending instance cannot process (behavior 12.1). */
  events: Messages;
  /**
   * Announces changes at once; never fails.
   * @returns how many instances received it, as far as Redis knows; 0 if it is away
   */
  notifyAll(): Promise<number>;
  /** Whether messages from others currently arrive, as far as this instance knows. */
  areArriving(): boolean;
  /** Starts to listen, whenever Redis can be reached. */
  start(): void;
  stop(): void;
}

// A full run commits dozens of times a second; each message makes every busy instance read the log.
const pause = milliseconds(50);
// Until a lost connection is noticed, Redis counts this instance as notified, so CDNs are purged before it looks.
const askEvery = seconds(1);
// Other connections notice silence by themselves; that of a Cluster does not.
const longestSilence = seconds(2);

/** Messages through Redis channels, received over a separate connection: Redis allows a subscriber nothing else. */
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
  const channels = { changes: `${prefix}changes`, events: `${prefix}events` };
  const subscriber = connection.another();
  const note = (error: unknown) =>
    logger.debug('change messages through Redis failed', { error: redact(describeError(error)) });

  // The client reconnects by itself. A missing permission stays missing; the log is then read as without Redis.
  subscriber.on('error', note);
  let isSubscribed = false;
  subscriber.on('close', () => void (isSubscribed = false));
  async function listen(): Promise<void> {
    try {
      await subscriber.subscribe(channels.changes, channels.events);
      isSubscribed = true;
    } catch (error) {
      isSubscribed = false;
      throw error;
    }
  }
  subscriber.on('ready', () => {
    listen().catch((error: unknown) =>
      logger.warn('messages of changes cannot be received through Redis', { error: redact(describeError(error)) }),
    );
  });

  let stopAsking = (): void => undefined;
  /** A subscriber that only listens does not notice a lost server. Subscribing again only serves to get a response. */
  function askAgain(): void {
    stopAsking = startDeadline(
      askEvery,
      () => {
        if (subscriber.status === 'ready') {
          const cancelDeadline = startDeadline(longestSilence, () => subscriber.disconnect(true), {
            keepsProcess: false,
          });
          void listen().catch(note).finally(cancelDeadline);
        }
        askAgain();
      },
      { keepsProcess: false },
    );
  }

  function messagesBy(channel: string): Messages {
    let isPausing = false;
    let isDue = false;

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
      onMessage: (listener) =>
        void subscriber.on('message', (from: string) => {
          if (from === channel) listener();
        }),
    };
  }

  return {
    ...messagesBy(channels.changes),
    events: messagesBy(channels.events),
    async notifyAll() {
      if (!connection.isReady()) return 0;
      return connection.client.publish(channels.changes, '').catch((error: unknown) => {
        note(error);
        return 0;
      });
    },
    areArriving: () => isSubscribed && subscriber.status === 'ready',
    start() {
      void subscriber.connect().catch(note);
      askAgain();
    },
    stop() {
      stopAsking();
      subscriber.disconnect();
    },
  };
}
