import { type Milliseconds, milliseconds, seconds } from '../lib/durations';
import type { SlotGrant } from './slot-shares';

/** A limit whose slots instances lease. */
export interface LeasedLimit {
  inUse: () => number;
  /** How many slots this instance may count on, without knowing what others do. */
  part: () => number;
  /**
   * While the shared place is away: how many slots the others leave to this instance.
   * @param held how many it held when the shared place last responded
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
  /** Caps the usable slots until `grant` or `noteFailure`. @returns the cap: slots that no other instance may get */
  announce(isBusy: boolean): number;
  grant(grant: SlotGrant, until: number): void;
  /** The shared place did not respond, but may have received the announcement. */
  noteFailure(): void;
  /** Drops the slots, since others may have got them. */
  drop(): void;
  /** What the shared place granted last, and until when. */
  last(): Readonly<SlotGrant & { until: number }>;
  isHolding(): boolean;
  /** Whether it holds slots that it neither uses nor may use. */
  hasSurplus(): boolean;
}

/** The longest that busy instances take to notice that the shared place is back. */
const noticedWithin = seconds(3);

const none = { slots: 0, target: 0, until: 0 };

export function createHeldSlots(
  { inUse, part, leftByOthers }: LeasedLimit,
  { now, reach }: { now: () => number; reach: Readonly<Reach> },
): HeldSlots {
  let held = none;
  /** The number that was announced, while a renewal is under way. */
  let kept = Infinity;

  function usable(): number {
    if (reach.awaySince === null) {
      // Others may not have noticed yet, and still use their parts.
      const most = now() < reach.backSince + noticedWithin ? part() : Infinity;
      return Math.min(kept, most, now() < held.until ? held.target : 0);
    }
    return Math.min(kept, leftByOthers(held.slots, milliseconds(now() - reach.awaySince)));
  }

  const isHolding = () => held.slots > 0 && now() < held.until;

  return {
    usable,
    announce(isBusy) {
      // Otherwise, slots taken into use meanwhile would add to those that others are granted.
      kept = isBusy ? Math.max(inUse(), usable()) : inUse();
      return kept;
    },
    grant({ slots, target }, until) {
      held = { slots, target, until };
      kept = Infinity;
    },
    noteFailure() {
      // The shared place may have granted the rest to others.
      held = { ...held, slots: Math.min(held.slots, kept) };
      kept = Infinity;
    },
    drop: () => (held = none),
    last: () => held,
    isHolding,
    hasSurplus: () => isHolding() && held.slots > Math.max(held.target, inUse()),
  };
}
