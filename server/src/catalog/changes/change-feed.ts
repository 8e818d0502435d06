import type { EventLoop } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import { milliseconds, seconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import { type ChangedIds, type ChangeLog, everythingChanged, type LogPosition } from './change-log';

/**
 * Brings changes made by other instances to this one. It polls only when cached data is about to be used, so an idle site
 * sends its database no queries.
 */
export interface ChangeFeed {
  /**
   * Call before using a cached response. Undefined when this instance is up to date; otherwise a promise to wait for,
   * which never rejects and resolves soon.
   */
  catchUp(): Promise<void> | undefined;
  /** Something changed just now: the next `catchUp` waits for a poll that begins after this. */
  announce(): void;
  /** Whether the last poll is too old for anything cached before it to be used. */
  isBlind(): boolean;
}

export interface ChangeFeedOptions {
  log: Pick<ChangeLog, 'position' | 'since'>;
  loop: Pick<EventLoop, 'now' | 'rest'>;
  logger: Logger;
  onChange: (change: ChangedIds) => void;
  /** Called once when the database was restored to an earlier state. */
  onRestored: () => void;
}

// Changes by other instances are seen within a second: after half of it, a poll starts in the background of a response;
// near its end, the response waits for it.
const lookAfter = milliseconds(500);
const waitAfter = milliseconds(900);
// A slow database would be slower still if cached responses went unused.
const longestWait = milliseconds(250);
const blindAfter = seconds(60);

export function createChangeFeed({ log, loop, logger, onChange, onRestored }: ChangeFeedOptions): ChangeFeed {
  let position: LogPosition | null = null;
  let lookedAt = -Infinity;
  let looking: Promise<void> | null = null;
  let isAnnounced = false;

  async function look(): Promise<void> {
    const startedAt = loop.now();
    isAnnounced = false;
    try {
      if (position === null) {
        position = await log.position();
        // Anything read before has no position in the log.
        onChange(everythingChanged);
      } else {
        const { position: next, changes } = await log.since(position);
        position = next;
        for (const change of typeof changes === 'string' ? [everythingChanged] : changes) onChange(change);
        if (changes === 'restored') onRestored();
      }
      lookedAt = startedAt;
    } catch (error) {
      logger.warn('changes made by other instances could not be read', { error: describeError(error) });
    }
  }

  function startLooking(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    catchUp() {
      const age = loop.now() - lookedAt;
      const isUrgent = isAnnounced || age >= waitAfter;
      if (!isUrgent && age < lookAfter) return undefined;
      // The poll under way may have begun before what was announced.
      const done = isAnnounced && looking ? looking.then(startLooking) : startLooking();
      return isUrgent ? Promise.race([done, loop.rest(longestWait)]) : undefined;
    },
    announce() {
      isAnnounced = true;
    },
    isBlind: () => loop.now() - lookedAt > blindAfter,
  };
}
