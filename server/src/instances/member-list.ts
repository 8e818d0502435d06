import { z } from 'zod';
import { seconds } from '../lib/durations';
import { hasEnded, type KnownProcess } from '../lib/process-life';
import type { OwnedUnits } from './limit-parts';

const member = z.object({
  /** When it was last seen, in milliseconds by the shared clock. */
  at: z.number(),
  isCutOff: z.boolean(),
  /** It left at that time. Its units have no owner, and are reserved for an instance that starts in its place. */
  hasLeft: z.boolean().default(false),
  units: z.array(z.int()),
  process: z.object({ space: z.string(), pid: z.int() }).nullable(),
});

/** The site's instances by id, as stored in their document in the database. */
export const memberList = z.record(z.string(), member);
export type MemberList = z.infer<typeof memberList>;

/** An instance that has been silent for this long is no longer a member. */
const deadAfter = seconds(90);
/** Longer than two beats are apart. */
export const silentAfter = seconds(29);
/** Longer than a restart takes. */
const placeKeptFor = seconds(60);

/** An instance that looks at the list. */
export interface Viewer {
  instance: string;
  process: KnownProcess | null;
  /** By the shared clock. */
  now: number;
}

/** The current members and the reserved places; the viewer's own entry stays, however old it is. */
export function presentMembers(stored: MemberList | null, { instance, process, now }: Viewer): MemberList {
  return Object.fromEntries(
    Object.entries(stored ?? {})
      // A later time was written before the clock was set back; a live instance is seen again within seconds.
      .map(([name, known]) => [name, { ...known, at: Math.min(known.at, now) }] as const)
      .map(([name, known]): [string, MemberList[string]] =>
        name !== instance && !known.hasLeft && hasEnded(known.process, process)
          ? [name, { ...known, hasLeft: true, at: now }]
          : [name, known],
      )
      .filter(([name, { at, hasLeft }]) => name === instance || at > now - (hasLeft ? placeKeptFor : deadAfter)),
  );
}

/**
 * The list before an instance claims its units; a new one takes over a reserved place, if any, with its units. The
 * instance that left the place stays in the list, so that the others learn that it has ended.
 */
export function withPlaceFor(instance: string, known: MemberList): MemberList {
  const [kept] = Object.entries(known)
    .filter(([, { hasLeft, units }]) => hasLeft && units.length > 0)
    .sort(([, a], [, b]) => b.units.length - a.units.length);
  if (instance in known || !kept) return known;
  const [name, place] = kept;
  return { ...known, [name]: { ...place, units: [] }, [instance]: place };
}

/** The list without instances that have left. */
export const membersIn = (list: MemberList): MemberList =>
  Object.fromEntries(Object.entries(list).filter(([, { hasLeft }]) => !hasLeft));

/** Instances that have certainly ended: they use nothing, no matter what they held. */
export const endedIn = (list: MemberList): string[] =>
  Object.entries(list)
    .filter(([, { hasLeft }]) => hasLeft)
    .map(([name]) => name);

/** The units of members and of reserved places. */
export const unitsOf = (list: MemberList): Record<string, OwnedUnits> =>
  Object.fromEntries(
    Object.entries(list)
      .filter(([, { hasLeft, units }]) => !hasLeft || units.length > 0)
      .map(([name, { units }]) => [name, units]),
  );

/** Instances that may be using their parts without asking: they reported that, or have not been seen for long. */
export const cutOffIn = (list: MemberList, now: number): string[] =>
  Object.entries(list)
    .filter(([, { isCutOff, at }]) => isCutOff || at <= now - silentAfter)
    .map(([name]) => name);
