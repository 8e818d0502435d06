import type { Clock } from '../lib/clock';
import { type Milliseconds, milliseconds, seconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { createHeldSlots, type LeasedLimit, type Reach } from './held-slots';
import type { Place } from './presence';
import type { SlotGrant } from './slot-shares';

/** An instance's slots of a limit that all instances share. */
export interface SlotLease {
  /** How many slots may be in use at this moment. */
  slots(): number;
  /** How many of them one client may use; without a limit per client, all of them. */
  clientSlots(): number;
  /** Whether the shared place was away at the last attempt. */
  isAway(): boolean;
  /** Renews the lease as soon as the spacing allows; resolves when that is done, or has failed. */
  renew(): Promise<void>;
  /** Call when a slot is no longer in use: others may be waiting for it. */
  giveBack(): void;
  /** The renewal under way, or one that can begin at once; null if it would have to wait. */
  renewNow(): Promise<void> | null;
  /** How long until a renewal can begin; 0 if at once. */
  untilNext(): Milliseconds;
  /** Ends the renewals. Slots that are still held become free when the lease ends. */
  stop(): void;
}

/** Slots that no other instance may get: what is in use, or may be by the time of the response. */
export interface KeptSlots {
  all: number;
  /** Of the limit per client: those of the client that uses the most. */
  client: number;
}

/** `client` is for a limit per client. */
export interface LeaseGrant extends SlotGrant {
  client?: SlotGrant;
}

export interface SlotLeaseOptions<Grant extends LeaseGrant> extends LeasedLimit {
  /** For the log. */
  name: string;
  clock: Clock;
  logger: Logger;
  /** The limit per client, across all instances; `inUse` is for the client that uses the most. */
  client?: LeasedLimit;
  /** Sends a request to the shared place, which responds within a second, or fails. */
  exchange: (kept: KeptSlots) => Promise<Grant>;
  /** Whether slots are in use or wanted: while they are, the lease is renewed. */
  isBusy: () => boolean;
  /** Called after every attempt; null when the place was away. */
  onGrant: (grant: Grant | null) => void;
  /** This instance's place among those last seen. */
  place: () => Place;
  /** At most this many renewals begin in any second. */
  mostPerSecond: number;
}

/** How often a busy instance renews its lease: with slots, and without any yet. */
const interval = milliseconds(500);
const intervalWithout = milliseconds(250);
/** How often an idle instance tries to give back slots after that has failed. */
const givingBackInterval = seconds(5);
/** How often an idle instance checks whether the shared place is back: it may be idle because it had no slots. */
const returnInterval = seconds(1);
const staggerStep = milliseconds(37);
const mostStaggered = 8;
/** How long slots are held without a renewal. */
const duration = milliseconds(1500);

/** How long others respect a lease, by the shared clock. */
export const leaseLength = (tail: Milliseconds): Milliseconds => milliseconds(duration + tail);

/**
 * Keeps an instance's lease while it needs one (behavior 12.1): renews it every half second, and gives it back when
 * idle; after that, it sends no statements. While the shared place is away, the instance keeps to its part of the
 * limit, and at first to the slots that it held, until the others' leases have ended as well.
 */
export function createSlotLease<Grant extends LeaseGrant>(options: SlotLeaseOptions<Grant>): SlotLease {
  const { clock, place } = options;
  const starts: number[] = [];
  const stopped = new AbortController();
  const now = () => clock.monotonic();
  const reach: Reach = { awaySince: null, backSince: -Infinity };
  const held = createHeldSlots(options, { now, reach });
  const ofClient = options.client ? createHeldSlots(options.client, { now, reach }) : null;
  /** Whether this instance may still be recorded as a holder of slots. */
  let owes = false;
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let alarm: AbortController | null = null;

  // Instances that renew at the same moments would force each other to retry every time.
  const stagger = () => milliseconds(staggerStep * (place().rank % mostStaggered));

  function earliest(): number {
    const first = starts.length < options.mostPerSecond ? undefined : starts[0];
    return first === undefined ? now() : Math.max(now(), first + seconds(1) + stagger());
  }

  async function exchange(): Promise<void> {
    alarm?.abort();
    const before = now();
    starts.push(before);
    owes = true;
    if (starts.length > options.mostPerSecond) starts.shift();
    const isBusy = options.isBusy();
    const kept = { all: held.announce(isBusy), client: ofClient?.announce(isBusy) ?? 0 };
    try {
      const grant = await options.exchange(kept);
      if (reach.awaySince !== null) noteReturn();
      held.grant(grant, before + duration);
      ofClient?.grant(grant.client ?? grant, before + duration);
      owes = grant.slots > 0 || (grant.client?.slots ?? 0) > 0;
      options.onGrant(grant);
    } catch (error) {
      if (reach.awaySince === null) noteAway(before, error);
      held.noteFailure();
      ofClient?.noteFailure();
      options.onGrant(null);
    }
  }

  function noteAway(before: number, error: unknown): void {
    reach.awaySince = now();
    // The lease had ended before this attempt, so another instance may have the slots.
    if (before >= held.last().until) {
      held.drop();
      ofClient?.drop();
    }
    options.logger.warn('limits cannot be shared between instances; this one keeps to its part', {
      name: options.name,
      part: options.part(),
      error: describeError(error),
    });
  }

  function noteReturn(): void {
    reach.awaySince = null;
    reach.backSince = now();
    options.logger.info('limits are shared between instances again', { name: options.name });
  }

  function renew(): Promise<void> {
    if (stopped.signal.aborted) return Promise.resolve();
    if (next !== null) return next;
    if (underWay === null && earliest() <= now()) return begin();
    // The renewal under way may have announced less than is wanted now.
    next = renewLater(underWay ?? Promise.resolve());
    return next;
  }

  async function renewLater(previous: Promise<void>): Promise<void> {
    await previous;
    const rest = earliest() - now();
    if (rest > 0) await clock.wait(milliseconds(rest), stopped.signal).catch(() => undefined);
    next = null;
    if (!stopped.signal.aborted) await begin();
  }

  function begin(): Promise<void> {
    underWay = exchange().finally(() => {
      underWay = null;
      plan();
    });
    return underWay;
  }

  function plan(): void {
    const isNeeded = options.isBusy() || held.isHolding();
    const isAway = reach.awaySince !== null;
    if (next !== null || stopped.signal.aborted || !(isNeeded || owes || isAway)) return;
    const controller = new AbortController();
    alarm = controller;
    const pace = held.last().slots > 0 ? interval : intervalWithout;
    const whenIdle = isAway ? returnInterval : givingBackInterval;
    const usual = (starts.at(-1) ?? now()) + (isNeeded ? pace : whenIdle) + stagger();
    // Others are waiting for slots that it may no longer use.
    const moment = hasSurplus() ? earliest() : Math.max(earliest(), usual);
    clock.wait(milliseconds(moment - now()), controller.signal).then(
      () => void renew(),
      // Another renewal came first, or the site stops.
      () => undefined,
    );
  }

  const hasSurplus = () => held.hasSurplus() || ofClient?.hasSurplus() === true;

  return {
    slots: held.usable,
    clientSlots: () => ofClient?.usable() ?? held.usable(),
    isAway: () => reach.awaySince !== null,
    renew,
    giveBack: () => {
      if (hasSurplus()) void renew();
    },
    renewNow: () => underWay ?? (earliest() <= now() ? renew() : null),
    untilNext: () => milliseconds(Math.max(0, earliest() - now())),
    stop: () => {
      stopped.abort();
      alarm?.abort();
    },
  };
}
