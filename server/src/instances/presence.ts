import { z } from 'zod';
import type { Clock } from '../lib/clock';
import { milliseconds, minutes, type Milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { SharedDocuments } from './shared-documents';

/** This instance among all of them, ordered by id: from 0 to below the count. */
export interface Place {
  count: number;
  rank: number;
  /** Whether all others have had the time to count it, too; until then their parts of a limit leave nothing for it. */
  isCounted: boolean;
}

/** The site's instances by name, in order. */
export interface SeenInstances {
  names: readonly string[];
  /** Those that have not been heard of for long, so that the others leave them their parts of a limit. */
  silent: readonly string[];
  /** Whether this instance has not been heard of for so long that all others leave it its part. */
  isOwnPartReserved: boolean;
}

/** How many instances the site has. */
export interface Presence {
  members(): SeenInstances;
  /** As last seen; of one instance before that. */
  place(): Place;
  /** Whether the shared place was away at the last attempt. */
  isAway(): boolean;
  /** Registers this instance, then twice a minute, and looks for others meanwhile. */
  start(): Promise<void>;
  /** Takes it off the list. */
  stop(): Promise<void>;
}

export interface PresenceOptions {
  documents: SharedDocuments;
  instance: string;
  clock: Clock;
  logger: Logger;
}

const documentName = 'instances';
/** When each instance was last seen, in milliseconds by the shared clock. */
const seenAt = z.record(z.string(), z.number());
const interval = seconds(20);
const longestSilence = minutes(3);
/** How soon one that starts is seen by the others: the parts of instances that don't know of each other exceed a limit. */
const lookEvery = seconds(15);
const countedAfter = milliseconds(lookEvery + seconds(2));
/** Longer than two registrations are apart. */
const silentAfter = seconds(45);
/** By then all others have looked, and what they had in use is over. */
const reservedAfter = milliseconds(silentAfter + lookEvery + seconds(5));

export function createPresence({ documents, instance, clock, logger }: PresenceOptions): Presence {
  const stopped = new AbortController();
  let place: Place = { count: 1, rank: 0, isCounted: false };
  let lately: Pick<SeenInstances, 'names' | 'silent'> = { names: [instance], silent: [] };
  let isAway = false;
  let beating: Promise<void> | null = null;
  let [firstSeen, lastSeen] = [Infinity, -Infinity];
  /** Heard by the others, perhaps, even if it was not answered. */
  let lastTold = -Infinity;
  // When it was not among those seen: at its start, or after the place has lost its documents.
  let lostAt = -Infinity;

  const membersIn = (live: Record<string, number>, sharedNow: number): typeof lately => ({
    names: Object.keys(live).sort(),
    silent: Object.keys(live).filter((name) => (live[name] ?? 0) <= sharedNow - silentAfter),
  });

  const noteSeen = (live: Record<string, number>, sharedNow: number): void => {
    const next = placeIn(live);
    place = next;
    // Otherwise they have not registered again yet.
    if (next.count === Object.keys(live).length) lately = membersIn(live, sharedNow);
  };

  const placeIn = (live: Record<string, number>): Place => {
    const now = clock.monotonic();
    const names = Object.keys(live).sort();
    const isCounted = place.isCounted || now >= firstSeen + countedAfter;
    // The others are there, but have not registered again yet.
    if (names.length < place.count && now < lostAt + countedAfter) return { ...place, isCounted };
    return { count: names.length, rank: names.indexOf(instance), isCounted };
  };

  async function note(): Promise<void> {
    const before = clock.monotonic();
    lastTold = before;
    const { live, isNew, at } = await documents.change(documentName, seenAt, (seen, now) => {
      const value = { ...present(seen, { now, silence: longestSilence }), [instance]: now };
      return { value, result: { live: value, isNew: !(instance in (seen ?? {})), at: now } };
    });
    if (isNew) lostAt = clock.monotonic();
    firstSeen = Math.min(firstSeen, clock.monotonic());
    lastSeen = before;
    noteSeen(live, at);
  }

  async function look(): Promise<void> {
    const seen = await documents.read(documentName, seenAt);
    const live = seen && present(seen.value, { now: seen.now, silence: longestSilence });
    if (seen && live && instance in live && clock.monotonic() < lastSeen + interval) noteSeen(live, seen.now);
    else await note();
  }

  async function beat(): Promise<void> {
    try {
      // Looking tells the others nothing, so that they can rely on its silence.
      await (!isAway && clock.monotonic() >= lastSeen + interval ? note() : look());
      isAway = false;
    } catch (error) {
      if (!isAway) logger.warn('the other instances of the site cannot be counted', { error: describeError(error) });
      isAway = true;
    }
  }

  async function keepBeating(): Promise<void> {
    while (!stopped.signal.aborted) {
      await clock.wait(lookEvery, stopped.signal).catch(() => undefined);
      if (!stopped.signal.aborted) await beat();
    }
  }

  return {
    place: () => place,
    members: () => ({ ...lately, isOwnPartReserved: clock.monotonic() >= lastTold + reservedAfter }),
    isAway: () => isAway,
    async start() {
      await beat();
      beating ??= keepBeating();
    },
    async stop() {
      stopped.abort();
      if (beating === null) return;
      await beating;
      await documents
        .change(documentName, seenAt, (seen, now) => {
          const others = Object.entries(present(seen, { now, silence: longestSilence }));
          return { value: Object.fromEntries(others.filter(([name]) => name !== instance)), result: null };
        })
        // Then the others count it for some more minutes.
        .catch((error: unknown) => logger.warn('this instance could not sign off', { error: describeError(error) }));
    },
  };
}

const present = (seen: Record<string, number> | null, { now, silence }: { now: number; silence: Milliseconds }) =>
  Object.fromEntries(
    Object.entries(seen ?? {})
      // Written before the clock was set back; a live one is seen again within a minute.
      .map(([name, at]) => [name, Math.min(at, now)] as const)
      .filter(([, at]) => at > now - silence),
  );
