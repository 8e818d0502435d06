import { z } from 'zod';
import {
  openedAt,
  shareSlots,
  type SlotGrant,
  type SlotHolders,
  slotHolders,
  type SlotRequest,
} from '../instances/slot-shares';
import { partOf } from '../instances/slot-lease';
import type { SeenInstances, Place } from '../instances/presence';
import { type Milliseconds, milliseconds } from '../lib/durations';
import { storeLimit } from './fair-shares';
import { longestSlowdown } from './store-slowdown';

/** What the instances of a site agree on about one store's GraphQL API; times in milliseconds by the shared clock. */
export const graphqlBudget = z.object({ holders: slotHolders, pausedUntil: z.number(), closedUntil: z.number() });
export type GraphqlBudget = z.infer<typeof graphqlBudget>;

export interface GraphqlReport extends SlotRequest {
  /** For how much longer it sends nothing after a 429 that the others have not heard of. */
  paused: Milliseconds;
}

export interface GraphqlGrant extends SlotGrant {
  paused: Milliseconds;
}

export interface GraphqlTerms {
  now: number;
  duration: Milliseconds;
  /** The site's instances, as last seen. */
  members: Pick<SeenInstances, 'names' | 'silent'>;
  /** Whether others may hold slots that a new book knows nothing of. */
  mayBeLost: boolean;
}

// A caller does not wait, so an instance that was idle needs a slot at its first request.
const mostSpare = 4;

/** Renews an instance's part of the requests per second (behavior 6.4, 12.1). */
export function shareGraphqlBudget(
  before: GraphqlBudget | null,
  report: GraphqlReport,
  { now, duration, members, mayBeLost }: GraphqlTerms,
): { budget: GraphqlBudget; grant: GraphqlGrant } {
  const known = before ?? {
    holders: {},
    pausedUntil: 0,
    closedUntil: openedAt({ now, duration, mayBeLost }),
  };
  const closedUntil = Math.min(known.closedUntil, now + duration);
  const { cutOff, slots: reserved } = slotsOfCutOff(known.holders, { instance: report.instance, now, members });
  const present = members.names.filter((name) => name !== report.instance && !members.silent.includes(name));
  const isHolding = (name: string) => (known.holders[name]?.slots ?? 0) > 0;
  const { holders, grant } = shareSlots(known.holders, report, {
    limit: Math.max(0, storeLimit - reserved),
    now,
    duration,
    spare: Math.min(mostSpare, present.filter((name) => !isHolding(name)).length),
    closedUntil,
  });
  // A clock that was set back must not make it longer.
  const pausedUntil = Math.min(Math.max(known.pausedUntil, now + report.paused), now + longestSlowdown);
  return {
    budget: { holders: { ...cutOff, ...holders }, pausedUntil, closedUntil },
    grant: { ...grant, paused: milliseconds(Math.max(0, pausedUntil - now)) },
  };
}

/**
 * Slots that instances may use which do not reach the shared place: their part once they were silent for long, and
 * before, as much of it as they held when they reached it last. A dead one looks the same.
 */
function slotsOfCutOff(
  holders: SlotHolders,
  { instance, now, members }: { instance: string; now: number; members: GraphqlTerms['members'] },
): { cutOff: SlotHolders; slots: number } {
  const { names, silent } = members;
  const partOfName = (name: string) =>
    partOf(storeLimit, { count: names.length, rank: names.indexOf(name), isCounted: true });
  const others = silent.filter((name) => name !== instance);
  const lapsed = Object.entries(holders).filter(
    ([name, { slots, until }]) =>
      name !== instance && slots > 0 && until <= now && names.includes(name) && !others.includes(name),
  );
  const ofLapsed = lapsed.map(([name, { slots }]) => Math.min(slots, partOfName(name)));
  return {
    cutOff: Object.fromEntries(lapsed),
    slots: [...others.map(partOfName), ...ofLapsed].reduce((sum, each) => sum + each, 0),
  };
}

/** How many slots the others leave to an instance that does not reach the shared place and held so many before. */
export function leftToOne(held: number, { place, isReserved }: { place: Place; isReserved: boolean }): number {
  const part = partOf(storeLimit, place);
  if (isReserved) return part;
  // One is kept free for each that holds none.
  const free = place.count - 1 <= mostSpare ? 1 : 0;
  return Math.min(part, Math.max(held, free));
}
