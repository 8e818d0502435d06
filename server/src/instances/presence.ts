import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { ownProcess } from '../lib/process-life';
import { claimUnits, type OwnedUnits } from './limit-parts';
import {
  cutOffIn,
  endedIn,
  type MemberList,
  memberList,
  membersIn,
  presentMembers,
  silentAfter,
  unitsOf,
  withPlaceFor,
} from './member-list';
import type { SharedDocuments } from './shared-documents';

/** This instance's rank among all instances, ordered by id: 0 to `count` - 1. */
export interface Place {
  count: number;
  rank: number;
}

/** The site's instances, as last seen by one of them. */
export interface SeenMembers {
  /** The units of every limit that each instance owns, by name; including this one. */
  units: Readonly<Record<string, OwnedUnits>>;
  /** Instances that may be using their parts without asking: they reported that, or have not been seen for long. */
  cutOff: readonly string[];
  /** Instances that have certainly ended within the last minute: they use nothing anymore. */
  ended: readonly string[];
  /** Whether no instance can have joined, left, or been cut off for long without being seen here. */
  isRecent: boolean;
  /** Whether this is the only instance: then no other one still uses slots granted by a document that was lost. */
  isAlone: boolean;
}

/**
 * What this instance may use while it cannot reach the shared place: nothing once its membership has ended, since its
 * units may then belong to others.
 */
export interface OwnPart {
  units: OwnedUnits;
  /** Includes units that others may not know of yet: its limit while all instances keep to what they own. */
  owned: OwnedUnits;
  /** Whether all others leave its whole part to it by now. */
  isReserved: boolean;
}

/** Membership in the site, which is a lease on a part of each limit. */
export interface Presence {
  /** As last seen; that of a single instance before the first look. */
  place(): Place;
  members(): SeenMembers;
  /**
   * How many instances there are at this moment, including this one.
   * @throws the database's error
   */
  countNow(): Promise<number>;
  part(): OwnPart;
  /** Why the place where limits are shared could not be used at the last attempt; null when it could. */
  cutOffBy(): { error: unknown } | null;
  /** Becomes a member unless it is one; then renews its membership and looks for others every twelve seconds. */
  join(): Promise<void>;
  /** Leaves; its units are reserved for an instance that starts in its place. */
  stop(): Promise<void>;
}

export interface PresenceOptions {
  /** In the site's database, so that membership survives a loss of the place where limits are shared. */
  documents: SharedDocuments;
  /** Fails when the place where limits are shared cannot be used; null if the members are stored there, too. */
  reachPlace: (() => Promise<unknown>) | null;
  instance: string;
  clock: Clock;
  logger: Logger;
}

const documentName = 'members';

const interval = seconds(12);
/** Until its membership is renewed, an instance has no more than its part, which is nothing for a new one. */
const intervalAfterFailure = seconds(2);
/** A beat may take some seconds; an instance that has seen nothing for longer keeps to its own part. */
const recentFor = seconds(16);
/** After this long, every instance has seen a change, or keeps to its own part. */
export const knownAfter = seconds(18);
const reservedAfter = milliseconds(silentAfter + knownAfter);
/** By its own clock, an instance stops using its part before the others may take it. */
const heldFor = seconds(80);

/** How long after the shared place lost its data an instance may have been cut off since before, unknown to others. */
export const unknownFor = milliseconds(reservedAfter + recentFor);

export function createPresence({ documents, reachPlace, instance, clock, logger }: PresenceOptions): Presence {
  const stopped = new AbortController();
  const self = ownProcess();
  const part = createGrowingPart(clock);
  let list: MemberList = {};
  let cutOff: readonly string[] = [];
  let ended: readonly string[] = [];
  let cutOffBy: { error: unknown } | null = null;
  let hasFailed = false;
  let joined: Promise<void> | null = null;
  let beating = Promise.resolve();
  let renewedAt = -Infinity;
  /** Others may have seen this renewal even if the write was not confirmed. */
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
      // Before the write is confirmed: others may already see the units that it releases.
      part.keepOnly(units);
      const value = { ...known, [instance]: { at, isCutOff, hasLeft: false, units, process: self } };
      return { value, result: { value, units, at, isNew: !(instance in before) } };
    });
    renewedAt = begun;
    list = membersIn(renewed.value);
    ended = endedIn(renewed.value);
    cutOff = cutOffIn(list, renewed.at);
    if (renewed.isNew) part.own([]);
    part.own(renewed.units);
    announcedCutOffAt = isCutOff ? (announcedCutOffAt ?? now()) : null;
  }

  async function beat(): Promise<void> {
    cutOffBy = reachPlace && (await reachPlace().then(isDone, failedBy));
    // Before others learn that it can ask again: from then on, they no longer leave its whole part to it.
    if (cutOffBy === null) announcedCutOffAt = null;
    try {
      // After a failure, read first: that announces nothing, so others can rely on this instance's silence.
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
      ended,
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
        // If this fails, the others count it for some more time.
        .catch((error: unknown) =>
          logger.warn('this instance could not remove itself from the members', { error: describeError(error) }),
        );
    },
  };
}

/** New units belong to the instance at once, but it does not rely on them until the others have seen that. */
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
