import { type Milliseconds, milliseconds, seconds } from '../lib/durations';
import type { SlotGrant } from './slot-shares';

/** A limit of which instances lease slots. */
export interface LeasedLimit {
  inUse: () => number;
  /** How many slots this instance may count on, without knowing what others do. */
  part: () => number;
  /**
   * While the shared place is away: how many slots the others leave to this instance.
   * @param held how many it held when the shared store responded last
   * @param awayFor for how long the place has been away
   */
  leftByOthers: (held: number, awayFor: Milliseconds) => number;
}

/** Since when the shared place has been away, and back; by the monotonic clock. */
export interface Reach {
  awaySince: number | null;
  backSince: number;
}

/** What an instance holds of one limit. */
export interface HeldSlots {
  /** How many slots may be in use at this moment. */
  usable(): number;
  /** Until the grant or the failure, no more than that is used. @returns what no other instance may get */
  announce(isBusy: boolean): number;
  grant(grant: SlotGrant, until: number): void;
  /** The shared place has not responded, but may have heard the announcement. */
  noteFailure(): void;
  /** Others may have had them since. */
  drop(): void;
  /** What the shared place granted last, and until when. */
  last(): Readonly<SlotGrant & { until: number }>;
  isHolding(): boolean;
  /** Whether it holds some that it may neither use nor is using. */
  hasSurplus(): boolean;
}

/** How long it takes busy instances at most to notice that the shared place is back. */
const noticedWithin = seconds(3);

const none = { slots: 0, target: 0, until: 0 };

export function createHeldSlots(
  { inUse, part, leftByOthers }: LeasedLimit,
  { now, reach }: { now: () => number; reach: Readonly<Reach> },
): HeldSlots {
  let held = none;
  /** While a renewal is under way: what was announced. */
  let kept = Infinity;

  function usable(): number {
    if (reach.awaySince === null) {
      // Others may not have noticed yet, and still keep to theirs.
      const most = now() < reach.backSince + noticedWithin ? part() : Infinity;
      return Math.min(kept, most, now() < held.until ? held.target : 0);
    }
    return Math.min(kept, leftByOthers(held.slots, milliseconds(now() - reach.awaySince)));
  }

  const isHolding = () => held.slots > 0 && now() < held.until;

  return {
    usable,
    announce(isBusy) {
      // Otherwise what begins meanwhile would come on top of what others are given.
      kept = isBusy ? Math.max(inUse(), usable()) : inUse();
      return kept;
    },
    grant({ slots, target }, until) {
      held = { slots, target, until };
      kept = Infinity;
    },
    noteFailure() {
      // The place may have given the rest to others.
      held = { ...held, slots: Math.min(held.slots, kept) };
      kept = Infinity;
    },
    drop: () => (held = none),
    last: () => held,
    isHolding,
    hasSurplus: () => isHolding() && held.slots > Math.max(held.target, inUse()),
  };
}
