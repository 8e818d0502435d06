import type { EventLoop } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import { milliseconds, seconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import { type ChangedIds, type ChangeLog, everythingChanged, type LogPosition } from './change-log';

/**
 * Brings what other instances changed to this one. It looks when somebody is about to use what it knows, so that a site
 * that nobody visits asks its database nothing.
 */
export interface ChangeFeed {
  /**
   * To be asked before a cached response is used. Undefined when this instance is up to date; otherwise a promise to wait
   * for, which never rejects and is never long.
   */
  catchUp(): Promise<void> | undefined;
  /** Whether the last look is so long ago that nothing known from before may be used. */
  isBlind(): boolean;
}

export interface ChangeFeedOptions {
  log: Pick<ChangeLog, 'position' | 'since'>;
  loop: Pick<EventLoop, 'now' | 'rest'>;
  logger: Logger;
  onChange: (change: ChangedIds) => void;
  /** Called once when the database went back to an earlier state. */
  onRestored: () => void;
}

// Others' changes are seen within a second: a look begins beside a response after half of it, and is waited for
// near its end.
const lookAfter = milliseconds(500);
const waitAfter = milliseconds(900);
// A database that is slow to answer would be slower still if its cached responses went unused.
const longestWait = milliseconds(250);
const blindAfter = seconds(60);

export function createChangeFeed({ log, loop, logger, onChange, onRestored }: ChangeFeedOptions): ChangeFeed {
  let position: LogPosition | null = null;
  let lookedAt = -Infinity;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const startedAt = loop.now();
    try {
      if (position === null) {
        position = await log.position();
        // Whatever was read before belongs to no place in the log.
        onChange(everythingChanged);
      } else {
        const { position: next, changes } = await log.since(position);
        position = next;
        for (const change of typeof changes === 'string' ? [everythingChanged] : changes) onChange(change);
        if (changes === 'restored') onRestored();
      }
      lookedAt = startedAt;
    } catch (error) {
      logger.warn('what other instances changed could not be read', { error: describeError(error) });
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
      if (age < lookAfter) return undefined;
      const done = startLooking();
      return age < waitAfter ? undefined : Promise.race([done, loop.rest(longestWait)]);
    },
    isBlind: () => loop.now() - lookedAt > blindAfter,
  };
}
