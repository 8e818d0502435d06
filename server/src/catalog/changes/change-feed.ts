import type { EventLoop } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import { milliseconds, seconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import { type ChangedIds, type ChangeLog, everythingChanged, type LogNews, type LogPosition } from './change-log';
import { mostSeenChanges, type SeenChanges } from './seen-changes';

/**
 * Brings changes made by other instances to this one. It polls only when cached data is about to be used, so an idle
 * site sends its database no queries.
 */
export interface ChangeFeed {
  /**
   * Call before using a cached response. Undefined when this instance is up to date; otherwise a promise to wait for,
   * which never rejects and resolves soon.
   */
  catchUp(): Promise<void> | undefined;
  /** Call when something has changed: the next `catchUp` waits for a poll that begins later. @returns its number */
  announce(): number;
  /** Whether a poll that began after this announcement has succeeded, regardless of later announcements. */
  hasFollowed(announcement: number): boolean;
  /** The number of the last poll that began. */
  lastPoll(): number;
  /** Whether a poll that began after this one has succeeded, and its changes were reported. */
  hasPolledSince(poll: number): boolean;
  /** This instance committed a change itself. */
  noteOwn(): void;
  /** The number of the last announcement. */
  lastAnnouncement(): number;
  /** Whether changes may be missing because `catchUp` was not called, or the database did not respond in time. */
  isBehind(): boolean;
  /**
   * Whether changes may be missing for so long that other instances have already purged what shows them.
   * @param announcement ignores later ones, whose purges come later, too
   */
  mayMissPurged(announcement: number): boolean;
  /** Whether the last successful poll is too long ago for anything cached to be used. */
  isBlind(): boolean;
  /** For comparing with other instances; always null without `seen`. */
  seen: Pick<SeenChanges, 'upTo' | 'unseenBy'>;
}

export interface ChangeFeedOptions {
  log: Pick<ChangeLog, 'position' | 'since' | 'newest'>;
  /** Where changes are remembered; null if no other instance's responses are used. */
  seen: SeenChanges | null;
  /** Whether purges wait until every instance has polled on its own. */
  pollsOften?: () => boolean;
  loop: Pick<EventLoop, 'now' | 'rest'>;
  logger: Logger;
  /** Called before `onChange` is; if it rejects, the changes count as not read. */
  beforeChanges?: (changes: readonly ChangedIds[]) => Promise<void>;
  onChange: (change: ChangedIds) => void;
  /** Called once when the database was restored to an earlier state. */
  onRestored: () => void;
}

// Changes by other instances are seen within a second: half a second after the last poll, a response starts one in the
// background; shortly before the second is over, the response waits for it.
// Purges wait for longer than that (`until-shown.ts`): what was up to date a quarter of a second before then can be sent.
const usual = { lookAfter: milliseconds(500), waitAfter: milliseconds(900), purgedAfter: milliseconds(1250) };
const often = { lookAfter: milliseconds(200), waitAfter: milliseconds(250), purgedAfter: milliseconds(450) };
// A slow database would be slower still if cached responses went unused.
const longestWait = milliseconds(250);
const blindAfter = seconds(60);

export function createChangeFeed({
  log,
  seen,
  pollsOften = () => false,
  loop,
  logger,
  beforeChanges = async () => undefined,
  onChange,
  onRestored,
}: ChangeFeedOptions): ChangeFeed {
  let position: LogPosition | null = null;
  let lookedAt = -Infinity;
  let looking: Promise<void> | null = null;
  let isAnnounced = false;
  /** The number of announcements, and how many of them preceded the last successful poll. */
  let announced = 0;
  let followed = 0;
  /** The number of polls that began, and which of them was the last to succeed. */
  let begun = 0;
  let succeeded = 0;
  let isFailing = false;
  // Own changes have no known number until a poll that begins after their commits.
  let ownChanges = 0;
  let numbered = 0;

  const pace = () => (pollsOften() ? often : usual);

  /** Advances to a position of the log synchronously, so that no change is ever remembered but not acted on. */
  function follow(next: LogPosition, { changes, entries }: Omit<LogNews, 'position'>): void {
    position = next;
    if (typeof changes === 'string') seen?.restart(next, entries);
    else seen?.advance(next, entries);
    for (const change of changesIn(changes)) onChange(change);
    if (changes === 'restored') onRestored();
  }

  async function look(): Promise<void> {
    const startedAt = loop.now();
    const begunAfter = ownChanges;
    const announcedBefore = announced;
    const poll = (begun += 1);
    isAnnounced = false;
    try {
      // Anything read before the first poll has no position in the log.
      const news = position === null ? await endOfLog() : await log.since(position);
      const isLost = typeof news.changes === 'string';
      const entries = isLost && seen ? await log.newest(news.position, mostSeenChanges) : news.entries;
      await beforeChanges(changesIn(news.changes));
      follow(news.position, { ...news, entries });
      numbered = begunAfter;
      followed = announcedBefore;
      succeeded = poll;
      lookedAt = startedAt;
      if (isFailing) logger.info('changes made by other instances are read again');
      isFailing = false;
    } catch (error) {
      // Otherwise every request would log it.
      if (!isFailing) logger.warn('changes made by other instances could not be read', { error: describeError(error) });
      isFailing = true;
    }
  }

  async function endOfLog(): Promise<LogNews> {
    return { position: await log.position(), changes: 'unknown', entries: [] };
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
      const { lookAfter, waitAfter } = pace();
      // All requests wait for the poll that follows an announcement, not only the one that starts it.
      const isFollowing = looking !== null && followed < announced;
      const isUrgent = isAnnounced || isFollowing || age >= waitAfter;
      if (!isUrgent && age < lookAfter) return undefined;
      // The poll under way may have begun before the announced change.
      const done = isAnnounced && looking ? looking.then(startLooking) : startLooking();
      return isUrgent ? Promise.race([done, loop.rest(longestWait)]) : undefined;
    },
    announce() {
      announced += 1;
      isAnnounced = true;
      return announced;
    },
    hasFollowed: (announcement) => followed >= announcement,
    lastPoll: () => begun,
    hasPolledSince: (poll) => succeeded > poll,
    noteOwn() {
      ownChanges += 1;
      // Otherwise other instances' responses go unused until the next poll.
      if (seen) isAnnounced = true;
    },
    lastAnnouncement: () => announced,
    isBehind: () => followed < announced || loop.now() - lookedAt >= pace().waitAfter,
    mayMissPurged: (announcement) => followed < announcement || loop.now() - lookedAt >= pace().purgedAfter,
    isBlind: () => loop.now() - lookedAt > blindAfter,
    seen: {
      upTo: () => seen?.upTo() ?? null,
      unseenBy: (other) => (numbered === ownChanges ? (seen?.unseenBy(other) ?? null) : null),
    },
  };
}

/** If some were lost, everything may have changed. */
const changesIn = (changes: LogNews['changes']): readonly ChangedIds[] =>
  typeof changes === 'string' ? [everythingChanged] : changes;
