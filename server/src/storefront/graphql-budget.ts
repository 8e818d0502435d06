import { z } from 'zod';
import { type MemberTerms, mostOf, slotsOfCutOff } from '../instances/cut-off-slots';
import { partOf } from '../instances/limit-parts';
import { type OwnPart, unknownFor } from '../instances/presence';
import {
  openingOf,
  shareSlots,
  type SlotGrant,
  type SlotHolders,
  slotHolders,
  type SlotRequest,
} from '../instances/slot-shares';
import { type Milliseconds, milliseconds, seconds } from '../lib/durations';
import { storeLimit } from './fair-shares';
import { longestSlowdown } from './store-slowdown';

/** What the instances of a site agree on about one store's GraphQL API; times in milliseconds by the shared clock. */
export const graphqlBudget = z.object({
  holders: slotHolders,
  /** The same for the limit of each client. */
  clientHolders: slotHolders.default({}),
  pausedUntil: z.number(),
  /** How long that pause was when it began; missing in a document of an earlier version. */
  pausedFor: z.number().default(seconds(30)),
  closedUntil: z.number(),
  cautiousUntil: z.number(),
});
export type GraphqlBudget = z.infer<typeof graphqlBudget>;

export interface GraphqlReport extends SlotRequest {
  /** For how much longer it sends nothing after a 429 that the others do not know about. */
  paused: Milliseconds;
  /** How many requests a second one client may send to all instances together, and how many of these are kept here. */
  clientLimit: number;
  keptByClient: number;
  /** How many the busiest client would use. */
  wantsOfClient: number;
}

export interface GraphqlGrant extends SlotGrant {
  /** How many a single client may use. */
  client: SlotGrant;
  paused: Milliseconds;
}

export interface GraphqlTerms extends MemberTerms {
  now: number;
  duration: Milliseconds;
  /** Whether others may hold slots that a newly created document does not list. */
  mayBeLost: boolean;
}

// Callers do not wait, so an instance that was idle needs a free slot at its first request.
const mostSpare = 4;
const spareOf = (limit: number): number => Math.min(mostSpare, Math.floor(limit / 4));

/**
 * Renews an instance's part of the requests per second (behavior 6.4, 12.1), and its part of each client's requests: no
 * client gets more than this part here, so none exceeds its limit across all instances.
 */
export function shareGraphqlBudget(
  before: GraphqlBudget | null,
  report: GraphqlReport,
  { now, duration, members, own, mayBeLost }: GraphqlTerms,
): { budget: GraphqlBudget; grant: GraphqlGrant } {
  const known = before ?? {
    holders: {},
    clientHolders: {},
    pausedUntil: 0,
    pausedFor: 0,
    ...openingOf({ now, duration, mayBeLost }),
  };
  const closedUntil = Math.min(known.closedUntil, now + duration);
  const cautiousUntil = Math.min(known.cautiousUntil, now + unknownFor);
  const { instance, clientLimit, keptByClient, wantsOfClient } = report;
  const present = Object.keys(members.units).filter((name) => name !== instance && !members.cutOff.includes(name));

  function share(holders: SlotHolders, request: SlotRequest, limit: number) {
    const { lapsed, slots: reserved } = slotsOfCutOff(holders, { instance, now, limit, members });
    const idle = present.filter((name) => (holders[name]?.slots ?? 0) === 0);
    const shared = shareSlots(holders, request, {
      limit: Math.max(0, limit - reserved),
      now,
      duration,
      spare: Math.min(spareOf(limit), idle.length),
      most: mostOf(limit, { members, own }, now < cautiousUntil),
      closedUntil,
    });
    return { ...shared, holders: { ...lapsed, ...shared.holders } };
  }

  const all = share(known.holders, report, storeLimit);
  const ofClient = { ...report, kept: keptByClient, wants: wantsOfClient };
  const client = share(known.clientHolders, ofClient, clientLimit);
  const isLonger = now + report.paused > known.pausedUntil;
  const pausedFor = Math.min(longestSlowdown, isLonger ? report.paused : Math.max(known.pausedFor, report.paused));
  // A clock that was set back must not make the pause longer.
  const pausedUntil = Math.min(Math.max(known.pausedUntil, now + report.paused), now + pausedFor);
  return {
    budget: { holders: all.holders, clientHolders: client.holders, pausedUntil, pausedFor, closedUntil, cautiousUntil },
    grant: { ...all.grant, client: client.grant, paused: milliseconds(Math.max(0, pausedUntil - now)) },
  };
}

/**
 * How many slots of a limit others leave to an instance that cannot reach the shared documents and held some before.
 */
export function leftToOne(
  limit: number,
  { held, part: { units, owned, isReserved }, count }: { held: number; part: OwnPart; count: number },
): number {
  const part = partOf(limit, units);
  if (isReserved) return part;
  // One slot is kept free for each instance without slots, once the others know about it.
  const free = count - 1 <= spareOf(limit) ? 1 : 0;
  return Math.max(Math.min(partOf(limit, owned), held), Math.min(part, free));
}
