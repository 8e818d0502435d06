import { z } from 'zod';
import { seconds } from '../lib/durations';
import { hasEnded, type KnownProcess } from '../lib/process-life';
import type { OwnedUnits } from './limit-parts';

const member = z.object({
  /** When it was last seen, in milliseconds by the shared clock. */
  at: z.number(),
  isCutOff: z.boolean(),
  /** It stopped or ended then. Its units are nobody's, and kept for one that starts in its place. */
  hasLeft: z.boolean().default(false),
  units: z.array(z.int()),
  process: z.object({ space: z.string(), pid: z.int() }).nullable(),
});

/** The site's instances, as their document in the database has them, by id. */
export const memberList = z.record(z.string(), member);
export type MemberList = z.infer<typeof memberList>;

/** An instance that has been silent for so long is no longer a member. */
const deadAfter = seconds(90);
/** Longer than two beats are apart. */
export const silentAfter = seconds(29);
/** Longer than a restart takes. */
const placeKeptFor = seconds(60);

/** Those who look at the list. */
export interface Viewer {
  instance: string;
  process: KnownProcess | null;
  /** By the shared clock. */
  now: number;
}

/** The members by now, and the places that are kept; the viewer stays in it, however old. */
export function presentMembers(stored: MemberList | null, { instance, process, now }: Viewer): MemberList {
  return Object.fromEntries(
    Object.entries(stored ?? {})
      // Written before the clock was set back; a live one is seen again within seconds.
      .map(([name, known]) => [name, { ...known, at: Math.min(known.at, now) }] as const)
      .map(([name, known]): [string, MemberList[string]] =>
        name !== instance && !known.hasLeft && hasEnded(known.process, process)
          ? [name, { ...known, hasLeft: true, at: now }]
          : [name, known],
      )
      .filter(([name, { at, hasLeft }]) => name === instance || at > now - (hasLeft ? placeKeptFor : deadAfter)),
  );
}

/** What each owns before an instance claims its units; one that is new begins with those of a place that is kept, which ends with that. */
export function withPlaceFor(instance: string, known: MemberList): MemberList {
  const [kept] = Object.entries(known)
    .filter(([, { hasLeft }]) => hasLeft)
    .sort(([, a], [, b]) => b.units.length - a.units.length);
  if (instance in known || !kept) return known;
  const [name, place] = kept;
  return { ...Object.fromEntries(Object.entries(known).filter(([other]) => other !== name)), [instance]: place };
}

/** Without those that have left. */
export const membersIn = (list: MemberList): MemberList =>
  Object.fromEntries(Object.entries(list).filter(([, { hasLeft }]) => !hasLeft));

export const unitsOf = (list: MemberList): Record<string, OwnedUnits> =>
  Object.fromEntries(Object.entries(list).map(([name, { units }]) => [name, units]));

/** Those that may use their parts without asking: they say so, or have not been seen for long. */
export const cutOffIn = (list: MemberList, now: number): string[] =>
  Object.entries(list)
    .filter(([, { isCutOff, at }]) => isCutOff || at <= now - silentAfter)
    .map(([name]) => name);
