import { partOf } from './limit-parts';
import { knownAfter, type SeenMembers } from './presence';
import type { SlotHolders } from './slot-shares';

/** What bounds the slots of a limit that an instance may get: the instances that it sees, and its own units. */
export interface MemberTerms {
  members: SeenMembers;
  /** The units of every limit that this instance owns. */
  own: readonly number[];
}

/**
 * Counts the slots that instances may use while they cannot reach the shared place: their parts if they are known to be
 * cut off; otherwise, as much of their parts as they held when they last reached it. A dead instance looks the same
 * until its membership ends, unless it is known to have ended. If an instance joined after this one last looked, its
 * part is unknown here, so it keeps all that it held.
 * @returns the number of slots, and the holders that must remain in the document
 */
export function slotsOfCutOff(
  holders: SlotHolders,
  { instance, now, limit, members }: { instance: string; now: number; limit: number; members: SeenMembers },
): { lapsed: SlotHolders; slots: number } {
  const partOfName = (name: string) => partOf(limit, members.units[name] ?? []);
  const isKnown = (name: string) => name in members.units;
  const lapsed = Object.fromEntries(
    Object.entries(holders).filter(
      ([name, { slots, until }]) =>
        name !== instance &&
        slots > 0 &&
        until <= now &&
        !members.ended.includes(name) &&
        (isKnown(name) || now < until + knownAfter),
    ),
  );
  const cutOff = members.cutOff.filter((name) => name !== instance);
  const leftTo = (name: string, slots: number) => (isKnown(name) ? Math.min(slots, partOfName(name)) : slots);
  const perName = new Map([
    ...Object.entries(lapsed).map(([name, { slots }]) => [name, leftTo(name, slots)] as const),
    ...cutOff.map((name) => [name, partOfName(name)] as const),
  ]);
  return { lapsed, slots: [...perName.values()].reduce((sum, each) => sum + each, 0) };
}

/** The most that an instance gets: only its part, if any, while it cannot know what cut-off instances use. */
export function mostOf(limit: number, { members, own }: MemberTerms, isCautious: boolean): number {
  return isCautious || !members.isRecent ? partOf(limit, own) : limit;
}
