import type { SharedLimits } from '../../instances/create-instances';
import { partOf } from '../../instances/limit-parts';
import { createSlotLease, leaseLength, type SlotLease } from '../../instances/slot-lease';
import type { Clock } from '../../lib/clock';
import { type Milliseconds, milliseconds, minutes, seconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import type { PaceState } from './pace-decision';
import type { RateLimit } from '../http/rate-limit-headers';
import { type WindowAllowance, partOfWindow, restBudget, type RestGrant, shareRestBudget } from './rest-budget';
import type { RequestPriority } from '../http/upstream-http';

/** The part of a store's budget that this instance has. */
export interface PaceShare {
  /** Whether one more request may be sent now; if so, it counts as sent. */
  take(priority: RequestPriority): boolean;
  /** Call this when requests start to wait, or end. */
  noteDemand(): void;
  /** Call this when a pause begins: it applies to all instances. */
  notePause(): void;
  /** Whether only other instances may send for now: this one has no part of the limit. */
  isBarred(): boolean;
  stop(): void;
}

/** What a pacer knows; times by the monotonic clock. */
export interface PaceFacts extends PaceState {
  now: number;
  reserve: number;
  /** Requests that could be sent if there were slots, and how many of them with high priority. */
  waiting: number;
  urgent: number;
}

/** The pacer, as its share sees it. */
export interface SharedPace {
  facts(): PaceFacts;
  /** Adopts what other instances know, and sends the requests that may now be sent. */
  learn(learned: Partial<Pick<PaceState, 'left' | 'quota' | 'windowEndsAt' | 'pausedUntil'>>): void;
}

export interface PaceShareOptions {
  limits: SharedLimits;
  /** Names the store. */
  store: string;
  /** Requests in flight, of all instances. */
  limit: number;
  clock: Clock;
  logger: Logger;
}

// A live instance renews the slots of its requests with its lease; what a dead one had in flight cannot be known.
const tail = milliseconds(0);
const mostPerSecond = 8;
// If Redis is lost, an instance continues with the slots that it has. So one that sends now and then keeps a slot.
const linger = seconds(2);
// A barred instance does not ask again, so it would not learn that it no longer is.
const barredFor = seconds(15);
// Without a recent look at the others, it is barred until the next one, which follows within two seconds.
const barredUnseen = seconds(2);
const usualWindow = seconds(30);
const longest = minutes(5);

/** An allowance counts for the window in which it was given. */
interface HeldAllowance extends WindowAllowance {
  windowEndsAt: number;
}

/** Connects a pacer with those of the site's other instances (behavior 5.6, 12.1). */
export function createPaceShare(
  pace: SharedPace,
  { limits, store, limit, clock, logger }: PaceShareOptions,
): PaceShare {
  let allowance: HeldAllowance | null = null;
  /** During an exchange with the other instances: how many more requests may be sent before the grant arrives. */
  let untilGrant = Infinity;
  let isPauseNews = false;
  let asked = 0;
  let sentAt = -Infinity;
  let barredUntil = -Infinity;
  const isLingering = () => limits.documents.mayBeLost && clock.monotonic() < sentAt + linger;
  const wants = () => Math.max(wanted(pace.facts()), isLingering() ? 1 : 0);

  const lease: SlotLease = createSlotLease<RestGrant>({
    name: 'rest',
    clock,
    logger,
    inUse: () => pace.facts().inFlight,
    isBusy: () => isPauseNews || wants() > 0,
    place: limits.place,
    part: () => partOf(limit, limits.part().owned),
    leftByOthers: (held) => {
      const { units, owned, isReserved } = limits.part();
      return isReserved ? partOf(limit, units) : Math.min(partOf(limit, owned), held);
    },
    mostPerSecond,
    exchange: ({ all }) => exchange(all),
    onGrant: (grant) => (grant ? follow(grant) : pace.learn({})),
  });

  async function exchange(kept: number): Promise<RestGrant> {
    const facts = pace.facts();
    const report = {
      instance: limits.instance,
      kept,
      wants: wants(),
      urgent: facts.urgent,
      reserve: facts.reserve,
      window: windowOf(facts),
      paused: milliseconds(Math.max(0, facts.pausedUntil - facts.now)),
    };
    untilGrant = kept - facts.inFlight;
    asked = report.wants;
    isPauseNews = false;
    try {
      await limits.join();
      return await limits.documents.change(`rest:${store}`, restBudget, (before, now) => {
        const { budget, grant } = shareRestBudget(before, report, {
          limit,
          now,
          duration: leaseLength(tail),
          longest,
          members: limits.members(),
          own: limits.part().owned,
          mayBeLost: limits.documents.mayBeLost && !limits.members().isAlone,
        });
        return { value: budget, result: grant };
      });
    } catch (error) {
      isPauseNews = report.paused > 0;
      throw error;
    } finally {
      untilGrant = Infinity;
    }
  }

  function follow(grant: RestGrant): void {
    const { now, pausedUntil } = pace.facts();
    const { window } = grant;
    barredUntil = grant.isBarred ? now + (limits.members().isRecent ? barredFor : barredUnseen) : -Infinity;
    // A report that asked for nothing gave the allowance back.
    allowance =
      asked > 0 && grant.allowance && window ? { ...grant.allowance, windowEndsAt: now + window.resetIn } : null;
    pace.learn({
      ...(window && { left: window.left, quota: window.quota, windowEndsAt: now + window.resetIn }),
      pausedUntil: Math.max(pausedUntil, now + grant.paused),
    });
  }

  /** `unknown` while no instance knows how much is left in the window. */
  function allowanceNow(facts: PaceFacts): HeldAllowance | 'unknown' | 'none' {
    const window = windowOf(facts);
    if (window === null) return 'unknown';
    const windowEndsAt = facts.now + window.resetIn;
    if (allowance && Math.abs(allowance.windowEndsAt - windowEndsAt) < usualWindow / 2) return allowance;
    if (!lease.isAway()) return 'none';
    const { count } = limits.place();
    const report = { wants: 1, urgent: 1, kept: facts.inFlight, reserve: facts.reserve };
    allowance = {
      ...partOfWindow({ window, report, ofOthers: { normal: 0, high: 0 }, contenders: { all: count, urgent: count } }),
      windowEndsAt,
    };
    return allowance;
  }

  function isAllowed(priority: RequestPriority, allowed: ReturnType<typeof allowanceNow>): boolean {
    if (allowed === 'unknown') return true;
    return allowed !== 'none' && (allowed.normal > 0 || (priority === 'high' && allowed.high > 0));
  }

  return {
    take(priority) {
      const facts = pace.facts();
      if (facts.inFlight >= lease.slots() || untilGrant <= 0) return false;
      const allowed = allowanceNow(facts);
      if (!isAllowed(priority, allowed)) return false;
      untilGrant -= 1;
      sentAt = facts.now;
      if (typeof allowed === 'object') allowed[allowed.normal > 0 ? 'normal' : 'high'] -= 1;
      return true;
    },

    noteDemand() {
      const facts = pace.facts();
      lease.giveBack();
      if (facts.waiting === 0) return;
      const slots = lease.slots();
      // Otherwise the other instances already know of the demand, and the next renewal reports the rest.
      const isNews = slots === 0 || (facts.inFlight >= slots && asked <= slots && slots < limit);
      if (isNews || !isAllowed(facts.urgent > 0 ? 'high' : 'normal', allowanceNow(facts))) void lease.renew();
    },

    notePause() {
      isPauseNews = true;
      void lease.renew();
    },

    isBarred: () => (lease.isAway() ? lease.slots() === 0 : clock.monotonic() < barredUntil),

    stop: () => lease.stop(),
  };
}

const wanted = ({ inFlight, waiting }: PaceFacts): number => inFlight + waiting;

function windowOf({ left, quota, windowEndsAt, now }: PaceFacts): RateLimit | null {
  if (left === null || windowEndsAt === null || now >= windowEndsAt) return null;
  const resetIn: Milliseconds = milliseconds(windowEndsAt - now);
  return { left, quota, resetIn, window: usualWindow };
}
