import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { ownProcess } from '../lib/process-life';
import { claimUnits, type OwnedUnits } from './limit-parts';
import {
  cutOffIn,
  type MemberList,
  memberList,
  membersIn,
  presentMembers,
  silentAfter,
  unitsOf,
  withPlaceFor,
} from './member-list';
import type { SharedDocuments } from './shared-documents';

/** This instance among all of them, ordered by id: from 0 to below the count. */
export interface Place {
  count: number;
  rank: number;
}

/** The site's instances, as one of them saw them last. */
export interface SeenMembers {
  /** What each owns of every limit, by name; this one's included. */
  units: Readonly<Record<string, OwnedUnits>>;
  /** Those that may use their parts without asking: they say so, or have not been seen for long. */
  cutOff: readonly string[];
  /** Whether nobody can have joined, left, or been cut off for long without being seen here. */
  isRecent: boolean;
  /** Whether there is only this one: then nobody uses what a place that was lost said. */
  isAlone: boolean;
}

/** What this instance may use while it does not reach the shared place: nothing once its membership has ended, when its units may belong to others. */
export interface OwnPart {
  units: OwnedUnits;
  /** With those that others may not have seen yet: its bound while all keep to what they own, cut off or not. */
  owned: OwnedUnits;
  /** Whether all others leave it the whole of its part by now. */
  isReserved: boolean;
}

/** Membership in the site, which is a lease on a part of each limit. */
export interface Presence {
  /** As last seen; of one instance before that. */
  place(): Place;
  members(): SeenMembers;
  /**
   * How many instances there are at this moment, with this one.
   * @throws the database's error
   */
  countNow(): Promise<number>;
  part(): OwnPart;
  /** Why the place where limits are shared could not be used at the last attempt; null when it could. */
  cutOffBy(): { error: unknown } | null;
  /** Becomes a member, unless it is one, then renews that every twelve seconds, and looks for others meanwhile. */
  join(): Promise<void>;
  /** Leaves; its units are kept for one that starts in its place. */
  stop(): Promise<void>;
}

export interface PresenceOptions {
  /** In the site's database, so that it survives a loss of the place where limits are shared. */
  documents: SharedDocuments;
  /** Fails when the place where limits are shared cannot be used; null when that is where the members are, too. */
  reachPlace: (() => Promise<unknown>) | null;
  instance: string;
  clock: Clock;
  logger: Logger;
}

const documentName = 'members';

const interval = seconds(12);
/** Until it is seen again, an instance has no more than its part, which is nothing for a new one. */
const intervalAfterFailure = seconds(2);
/** A beat may take some seconds; an instance that has seen nothing for longer keeps to its own part. */
const recentFor = seconds(16);
/** By then each instance has seen a change, or keeps to its own part. */
export const knownAfter = seconds(18);
const reservedAfter = milliseconds(silentAfter + knownAfter);
/** By its own clock, an instance stops using its part before the others may take it. */
const heldFor = seconds(80);

/** How long after a loss of the shared place someone may have been cut off before it and not be known as such. */
export const unknownFor = milliseconds(reservedAfter + recentFor);

export function createPresence({ documents, reachPlace, instance, clock, logger }: PresenceOptions): Presence {
  const stopped = new AbortController();
  const self = ownProcess();
  const part = createGrowingPart(clock);
  let list: MemberList = {};
  let cutOff: readonly string[] = [];
  let cutOffBy: { error: unknown } | null = null;
  let hasFailed = false;
  let joined: Promise<void> | null = null;
  let beating = Promise.resolve();
  let renewedAt = -Infinity;
  /** Seen by the others, perhaps, even if the write was not confirmed. */
  let lastAnnounced = -Infinity;
  /** Since when the others can read that it is cut off. */
  let announcedCutOffAt: number | null = null;
  const now = () => clock.monotonic();
  const isRecent = () => now() < renewedAt + recentFor;

  const present = (stored: MemberList | null, sharedNow: number): MemberList =>
    presentMembers(stored, { instance, process: self, now: sharedNow });

  async function renew(): Promise<void> {
    const begun = now();
    lastAnnounced = begun;
    const isCutOff = cutOffBy !== null;
    const renewed = await documents.change(documentName, memberList, (stored, at) => {
      const before = present(stored, at);
      const known = withPlaceFor(instance, before);
      const units = claimUnits(unitsOf(known), instance);
      // Now: what it releases may be seen by others before it is confirmed.
      part.keepOnly(units);
      const value = { ...known, [instance]: { at, isCutOff, hasLeft: false, units, process: self } };
      return { value, result: { value, units, at, isNew: !(instance in before) } };
    });
    renewedAt = begun;
    list = membersIn(renewed.value);
    cutOff = cutOffIn(list, renewed.at);
    if (renewed.isNew) part.own([]);
    part.own(renewed.units);
    announcedCutOffAt = isCutOff ? (announcedCutOffAt ?? now()) : null;
  }

  async function beat(): Promise<void> {
    cutOffBy = reachPlace && (await reachPlace().then(isDone, failedBy));
    // Before the others learn that it asks again: from then on they do not leave it the whole part.
    if (cutOffBy === null) announcedCutOffAt = null;
    try {
      // Reading announces nothing, so that the others can rely on its silence.
      if (hasFailed) await documents.read(documentName, memberList);
      await renew();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.warn('the other instances of the site cannot be counted', { error: describeError(error) });
      hasFailed = true;
    }
  }

  async function keepBeating(): Promise<void> {
    while (!stopped.signal.aborted) {
      await clock.wait(hasFailed ? intervalAfterFailure : interval, stopped.signal).catch(() => undefined);
      if (!stopped.signal.aborted) await beat();
    }
  }

  return {
    place() {
      const names = Object.keys(list).sort();
      return { count: Math.max(1, names.length), rank: Math.max(0, names.indexOf(instance)) };
    },
    members: () => ({
      units: unitsOf(list),
      cutOff,
      isRecent: isRecent(),
      isAlone: isRecent() && Object.keys(list).length === 1,
    }),
    async countNow() {
      const stored = await documents.read(documentName, memberList);
      const others = stored === null ? {} : membersIn(present(stored.value, stored.now));
      return new Set([...Object.keys(others), instance]).size;
    },
    part: () => ({
      units: now() < renewedAt + heldFor ? part.units() : [],
      owned: now() < renewedAt + heldFor ? part.owned() : [],
      isReserved:
        now() >= lastAnnounced + reservedAfter ||
        (announcedCutOffAt !== null && now() >= announcedCutOffAt + knownAfter),
    }),
    cutOffBy: () => cutOffBy,
    join() {
      joined ??= beat().then(() => {
        beating = keepBeating();
      });
      return joined;
    },
    async stop() {
      stopped.abort();
      if (joined === null) return;
      await joined;
      await beating;
      await documents
        .change(documentName, memberList, (stored, at) => {
          const { [instance]: own, ...others } = present(stored, at);
          return { value: own ? { ...others, [instance]: { ...own, at, hasLeft: true } } : others, result: null };
        })
        // Then the others count it for some more time.
        .catch((error: unknown) => logger.warn('this instance could not sign off', { error: describeError(error) }));
    },
  };
}

/** Units that are new belong to it at once, but others may use them until they have seen that. */
function createGrowingPart(clock: Pick<Clock, 'monotonic'>) {
  let [relied, owned, allFrom]: [OwnedUnits, OwnedUnits, number] = [[], [], Infinity];
  const units = () => (clock.monotonic() >= allFrom ? owned : relied);
  return {
    units,
    owned: () => owned,
    keepOnly(next: OwnedUnits): void {
      relied = units().filter((unit) => next.includes(unit));
      owned = owned.filter((unit) => next.includes(unit));
    },
    own(next: OwnedUnits): void {
      relied = units().filter((unit) => next.includes(unit));
      if (next.some((unit) => !owned.includes(unit))) allFrom = clock.monotonic() + knownAfter;
      owned = next;
    },
  };
}

const isDone = () => null;
const failedBy = (error: unknown) => ({ error });
