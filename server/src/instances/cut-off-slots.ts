import { partOf } from './limit-parts';
import { knownAfter, type SeenMembers } from './presence';
import type { SlotHolders } from './slot-shares';

/** How the site's instances, as one of them sees them, bound what it may get of a limit. */
export interface MemberTerms {
  members: SeenMembers;
  /** What this instance owns of all limits. */
  own: readonly number[];
}

/**
 * Slots that instances may use which do not reach the shared place: their part once that is known of them, and before, as
 * much of it as they held when they reached it last. A dead one looks the same, until its membership ends. One that joined
 * after this instance looked for others owns a part that is not known here, so it keeps all that it held.
 * @returns their number, and what of the book must be kept
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
        name !== instance && slots > 0 && until <= now && (isKnown(name) || now < until + knownAfter),
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

/** The most that an instance gets: its part while it cannot know what others use that are cut off, and nothing once it has none. */
export function mostOf(limit: number, { members, own }: MemberTerms, isCautious: boolean): number {
  return isCautious || !members.isRecent ? partOf(limit, own) : limit;
}
