import { z } from 'zod';
import { openedAt, shareSlots, slotHolders, type SlotGrant, type SlotRequest } from '../instances/slot-shares';
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
  /** How many the site has, as last seen. */
  instances: number;
  /** Whether others may hold slots that a new book knows nothing of. */
  mayBeLost: boolean;
}

// A caller does not wait, so an instance that was idle needs a slot at its first request.
const mostSpare = 4;

/** Renews an instance's part of the requests per second (behavior 6.4, 12.1). */
export function shareGraphqlBudget(
  before: GraphqlBudget | null,
  report: GraphqlReport,
  { now, duration, instances, mayBeLost }: GraphqlTerms,
): { budget: GraphqlBudget; grant: GraphqlGrant } {
  const known = before ?? {
    holders: {},
    pausedUntil: 0,
    closedUntil: openedAt({ now, duration, mayBeLost }),
  };
  const closedUntil = Math.min(known.closedUntil, now + duration);
  const others = Object.entries(known.holders).filter(
    ([name, { wants, until }]) => name !== report.instance && wants > 0 && until > now,
  );
  const spare = Math.min(mostSpare, Math.max(0, instances - 1 - others.length));
  const { holders, grant } = shareSlots(known.holders, report, {
    limit: storeLimit,
    now,
    duration,
    spare,
    closedUntil,
  });
  // A clock that was set back must not make it longer.
  const pausedUntil = Math.min(Math.max(known.pausedUntil, now + report.paused), now + longestSlowdown);
  return {
    budget: { holders, pausedUntil, closedUntil },
    grant: { ...grant, paused: milliseconds(Math.max(0, pausedUntil - now)) },
  };
}
