import { z } from 'zod';
import { type MemberTerms, mostOf, slotsOfCutOff } from '../instances/cut-off-slots';
import { partOf } from '../instances/limit-parts';
import { type OwnPart, unknownFor } from '../instances/presence';
import { openingOf, shareSlots, type SlotGrant, slotHolders, type SlotRequest } from '../instances/slot-shares';
import { type Milliseconds, milliseconds } from '../lib/durations';
import { storeLimit } from './fair-shares';
import { longestSlowdown } from './store-slowdown';

/** What the instances of a site agree on about one store's GraphQL API; times in milliseconds by the shared clock. */
export const graphqlBudget = z.object({
  holders: slotHolders,
  pausedUntil: z.number(),
  closedUntil: z.number(),
  cautiousUntil: z.number(),
});
export type GraphqlBudget = z.infer<typeof graphqlBudget>;

export interface GraphqlReport extends SlotRequest {
  /** For how much longer it sends nothing after a 429 that the others do not know of. */
  paused: Milliseconds;
}

export interface GraphqlGrant extends SlotGrant {
  paused: Milliseconds;
}

export interface GraphqlTerms extends MemberTerms {
  now: number;
  duration: Milliseconds;
  /** Whether others may hold slots that a new book knows nothing of. */
  mayBeLost: boolean;
}

// A caller does not wait, so an instance that was idle needs a slot at its first request.
const mostSpare = 4;

/** Renews an instance's part of the requests per second (behavior 6.4, 12.1). */
export function shareGraphqlBudget(
  before: GraphqlBudget | null,
  report: GraphqlReport,
  { now, duration, members, own, mayBeLost }: GraphqlTerms,
): { budget: GraphqlBudget; grant: GraphqlGrant } {
  const known = before ?? {
    holders: {},
    pausedUntil: 0,
    ...openingOf({ now, duration, mayBeLost }),
  };
  const closedUntil = Math.min(known.closedUntil, now + duration);
  const cautiousUntil = Math.min(known.cautiousUntil, now + unknownFor);
  const { instance } = report;
  const { lapsed, slots: reserved } = slotsOfCutOff(known.holders, { instance, now, limit: storeLimit, members });
  const present = Object.keys(members.units).filter((name) => name !== instance && !members.cutOff.includes(name));
  const isHolding = (name: string) => (known.holders[name]?.slots ?? 0) > 0;
  const { holders, grant } = shareSlots(known.holders, report, {
    limit: Math.max(0, storeLimit - reserved),
    now,
    duration,
    spare: Math.min(mostSpare, present.filter((name) => !isHolding(name)).length),
    most: mostOf(storeLimit, { members, own }, now < cautiousUntil),
    closedUntil,
  });
  // A clock that was set back must not make it longer.
  const pausedUntil = Math.min(Math.max(known.pausedUntil, now + report.paused), now + longestSlowdown);
  return {
    budget: { holders: { ...lapsed, ...holders }, pausedUntil, closedUntil, cautiousUntil },
    grant: { ...grant, paused: milliseconds(Math.max(0, pausedUntil - now)) },
  };
}

/** How many slots the others leave to an instance that does not reach the shared place and held so many before. */
export function leftToOne(held: number, { units, owned, isReserved }: OwnPart, count: number): number {
  const part = partOf(storeLimit, units);
  if (isReserved) return part;
  // One is kept free for each that holds none, once the others know it.
  const free = count - 1 <= mostSpare ? 1 : 0;
  return Math.max(Math.min(partOf(storeLimit, owned), held), Math.min(part, free));
}
