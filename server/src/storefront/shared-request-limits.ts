import type { SharedLimits } from '../instances/create-instances';
import type { LeasedLimit } from '../instances/held-slots';
import { partOf } from '../instances/limit-parts';
import { createSlotLease, type KeptSlots, leaseLength, type SlotLease } from '../instances/slot-lease';
import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import type { Logger } from '../lib/logger';
import { storeLimit } from './fair-shares';
import { graphqlBudget, type GraphqlGrant, leftToOne, shareGraphqlBudget } from './graphql-budget';
import { createMemoryRequestLimits, slotTail } from './memory-request-limits';
import type { GrantRequest, RequestGrant, RequestLimits, RequestRefusal } from './request-limits';

/** This instance's part of one store's requests. */
interface StorePart {
  lease: SlotLease;
  /** Requests refused since the last exchange with the others. */
  unmet: number;
  /** From the last request; it is a setting, the same for all instances. */
  clientLimit: number;
  isPauseNews: boolean;
  /** When the last request asked for a slot, by the monotonic clock. */
  askedAt: number;
}

// An instance that serves a request now and then keeps its slots: others would take a second to give them back.
const linger = seconds(2);

// Each exchange takes two statements.
const mostPerSecond = 2;
const mostTries = 3;
const unlessKnown = milliseconds(250);

/**
 * The store's requests per second for all instances of the site together (behavior 6.4, 12.1): an instance may
 * use each slot that it leases once in any second. So each instance counts its own requests, divides its slots among
 * its clients, and exchanges with the others at most twice a second.
 */
export function createSharedRequestLimits({
  limits,
  clock,
  logger,
}: {
  limits: SharedLimits;
  clock: Clock;
  logger: Logger;
}): RequestLimits {
  const parts = new Map<string, StorePart>();
  const own = createMemoryRequestLimits({
    clock,
    slots: (store) => partOfStore(store).lease.slots(),
    clientSlots: (store) => partOfStore(store).lease.clientSlots(),
  });

  function partOfStore(store: string): StorePart {
    const known = parts.get(store);
    if (known) return known;
    const part: StorePart = {
      lease: leaseOf(store),
      unmet: 0,
      clientLimit: storeLimit,
      isPauseNews: false,
      askedAt: -Infinity,
    };
    parts.set(store, part);
    return part;
  }

  function leaseOf(store: string): SlotLease {
    const leased = (limit: () => number, inUse: () => number): LeasedLimit => ({
      inUse,
      part: () => partOf(limit(), limits.part().owned),
      leftByOthers: (held) => leftToOne(limit(), { held, part: limits.part(), count: limits.place().count }),
    });
    return createSlotLease<GraphqlGrant>({
      ...leased(
        () => storeLimit,
        () => own.inUse(store),
      ),
      client: leased(
        () => partOfStore(store).clientLimit,
        () => own.mostInUse(store),
      ),
      name: 'graphql',
      clock,
      logger,
      isBusy: () => isBusy(store),
      place: limits.place,
      mostPerSecond,
      exchange: (kept) => exchange(store, kept),
      onGrant: (grant) => {
        if (grant && grant.paused > 0) own.pause(store, grant.paused);
      },
    });
  }

  function isBusy(store: string): boolean {
    const { askedAt, isPauseNews } = partOfStore(store);
    return isPauseNews || clock.monotonic() < askedAt + linger || own.inUse(store) > 0;
  }

  async function exchange(store: string, kept: KeptSlots): Promise<GraphqlGrant> {
    const part = partOfStore(store);
    const inUse = own.inUse(store);
    // Room to grow, so that a caller rarely waits for the others.
    const headroom = isBusy(store) ? Math.max(2, Math.ceil(inUse / 2)) : 0;
    const wantsOfClient = Math.min(part.clientLimit, own.mostInUse(store) + part.unmet + headroom);
    // A client gets only part of this instance's slots: with few slots, it would never get near its limit.
    const forClient = part.clientLimit < storeLimit ? Math.ceil((wantsOfClient * storeLimit) / part.clientLimit) : 0;
    const wants = Math.min(storeLimit, Math.max(inUse + part.unmet + headroom, forClient));
    // Reported only once: each further report would prolong the pause by the time that the report takes.
    const paused = part.isPauseNews ? own.paused(store) : milliseconds(0);
    const report = {
      instance: limits.instance,
      kept: kept.all,
      keptByClient: kept.client,
      clientLimit: part.clientLimit,
      wantsOfClient,
      wants,
      urgent: 0,
      paused,
    };
    part.unmet = 0;
    part.isPauseNews = false;
    try {
      await limits.join();
      return await limits.documents.change(`graphql:${store}`, graphqlBudget, (before, now) => {
        const { budget, grant } = shareGraphqlBudget(before, report, {
          now,
          duration: leaseLength(slotTail),
          members: limits.members(),
          own: limits.part().owned,
          mayBeLost: limits.documents.mayBeLost && !limits.members().isAlone,
        });
        return { value: budget, result: grant };
      });
    } catch (error) {
      part.isPauseNews ||= paused > 0;
      throw error;
    }
  }

  return {
    async take(request: GrantRequest): Promise<RequestGrant | RequestRefusal> {
      const part = partOfStore(request.store);
      part.clientLimit = Math.min(request.clientLimit, storeLimit);
      part.askedAt = clock.monotonic();
      let verdict = own.takeNow(request);
      for (let tries = 1; tries < mostTries && verdict.kind === 'refused'; tries += 1) {
        // If all slots are here, or in a pause, no other instance has a slot to give.
        if (hasAll(part) || own.paused(request.store) > 0) return verdict;
        part.unmet += 1;
        const renewal = part.lease.renewNow();
        if (renewal === null) break;
        await renewal;
        verdict = own.takeNow(request);
      }
      if (verdict.kind === 'granted' || (part.lease.slots() > 0 && part.lease.clientSlots() > 0)) return verdict;
      return { ...verdict, retryAfter: milliseconds(Math.max(unlessKnown, part.lease.untilNext())) };
    },
    pause(store, duration) {
      own.pause(store, duration);
      const part = partOfStore(store);
      part.isPauseNews = true;
      void part.lease.renew();
    },
    stop: () => parts.forEach(({ lease }) => lease.stop()),
  };
}

const hasAll = ({ lease, clientLimit }: StorePart): boolean =>
  lease.slots() >= storeLimit && lease.clientSlots() >= clientLimit;
