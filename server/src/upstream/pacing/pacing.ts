import type { Clock } from '../../lib/clock';
import { milliseconds, minutes, type Milliseconds } from '../../lib/durations';
import { afterResponse, decidePace, unknownPace, type PaceLimits, type PaceState } from './pace-decision';
import type { PaceShare, SharedPace } from './pace-share';
import type { RateLimit } from '../http/rate-limit-headers';
import type { RequestPriority } from '../http/upstream-http';

/** The right to send one request. */
export interface PacerSlot {
  /** How long the request waited for it. */
  waited: Milliseconds;
  /** What it waited for: upstream's rate limit, or the response to an earlier request. */
  waitedFor: 'rate_limit' | 'slot';
  /** Releases the slot, once, with the response's rate limit; null without a response or without these headers. */
  release(rateLimit: RateLimit | null): void;
}

/** The budget as currently known, for display. */
export interface PacerBudget {
  quota: number | null;
  left: number | null;
  inFlight: number;
  waiting: number;
  pausedUntil: Date | null;
}

/**
 * One store's request budget, shared by everything of ours that calls it (behavior 5.6): how many requests are in
 * flight, how many are left, and which is next. High priority goes before normal, each in order of arrival.
 */
export interface Pacer {
  /** Rejects with the signal's reason when it is aborted before a slot is free. */
  acquire(request: { priority: RequestPriority; signal?: AbortSignal | undefined }): Promise<PacerSlot>;
  /** Stops all sending for this long, at most five minutes: after a 429, to avoid hammering (upstream 1.1). */
  pause(duration: Milliseconds): void;
  budget(): PacerBudget;
  /** Whether no request can be sent for now, while another instance of the site may send some. */
  isBarred(): boolean;
  /** Stops renewing the share; waiting requests keep waiting. */
  stop(): void;
}

export interface PacerOptions {
  clock: Clock;
  maximumInFlight?: number;
  /** Read before each request, so that a change of settings takes effect. */
  reserve?: () => number;
  /** Shares the budget with the site's other instances; this process has all of it when absent. */
  share?: (pace: SharedPace) => PaceShare;
}

/** A tenth of a standard store's window of 150 (upstream 1.1), for webhooks and for the merchant's other apps. */
export const defaultReserve = 15;

/** How many requests to one store are under way at most (behavior 5.6). */
export const requestsAtOnce = 3;
/** A pause or a window is no longer than this, no matter what upstream reports. */
export const longestPause = minutes(5);

interface Waiter {
  priority: RequestPriority;
  waitsFor: PacerSlot['waitedFor'];
  start: () => void;
}

export function createPacer({
  clock,
  maximumInFlight = requestsAtOnce,
  reserve = () => defaultReserve,
  share: connect,
}: PacerOptions): Pacer {
  const limits = (): PaceLimits => ({ maximumInFlight, reserve: reserve() });
  const waiters: Waiter[] = [];
  let state: PaceState = unknownPace;
  let alarm: { moment: number; controller: AbortController } | null = null;

  const now = () => clock.monotonic();

  const share: PaceShare | null =
    connect?.({
      facts: () => ({ ...state, now: now(), reserve: reserve(), ...demand() }),
      learn: (learned) => {
        state = { ...state, ...learned };
        startWaiters();
      },
    }) ?? null;

  const nextWaiter = () => waiters.find((waiter) => waiter.priority === 'high') ?? waiters[0];
  const decide = ({ priority }: Waiter) => decidePace({ state, limits: limits(), now: now(), priority });

  /** Requests that wait for a certain time need no share before then. */
  function demand(): { waiting: number; urgent: number } {
    const next = nextWaiter();
    if (!next || decide(next).kind === 'wait-until') return { waiting: 0, urgent: 0 };
    return { waiting: waiters.length, urgent: waiters.filter(({ priority }) => priority === 'high').length };
  }

  function startWaiters(): void {
    for (;;) {
      const next = nextWaiter();
      if (!next) return clearAlarm();
      const decision = decide(next);
      if (decision.kind === 'wait-for-response') return clearAlarm();
      if (decision.kind === 'wait-until') {
        for (const waiter of waiters) waiter.waitsFor = 'rate_limit';
        return setAlarm(decision.moment);
      }
      if (share && !share.take(next.priority)) return clearAlarm();
      waiters.splice(waiters.indexOf(next), 1);
      state = { ...state, inFlight: state.inFlight + 1 };
      next.start();
    }
  }

  function setAlarm(moment: number): void {
    if (alarm?.moment === moment) return;
    clearAlarm();
    const controller = new AbortController();
    alarm = { moment, controller };
    clock.wait(milliseconds(moment - now()), controller.signal).then(
      () => {
        alarm = null;
        startWaiters();
        share?.noteDemand();
      },
      // Only we abort this wait, and then another alarm is set or nothing waits.
      () => undefined,
    );
  }

  function clearAlarm(): void {
    alarm?.controller.abort();
    alarm = null;
  }

  function slotSince(startedAt: number, waitedFor: PacerSlot['waitedFor']): PacerSlot {
    let released = false;
    return {
      waited: milliseconds(now() - startedAt),
      waitedFor,
      release: (rateLimit) => {
        if (released) return;
        released = true;
        state = afterResponse(state, { rateLimit, now: now(), longestWindow: longestPause });
        startWaiters();
        share?.noteDemand();
      },
    };
  }

  return {
    acquire: ({ priority, signal }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const startedAt = now();
        const abandon = () => {
          waiters.splice(waiters.indexOf(waiter), 1);
          startWaiters();
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          priority,
          waitsFor: 'slot',
          start: () => {
            signal?.removeEventListener('abort', abandon);
            resolve(slotSince(startedAt, waiter.waitsFor));
          },
        };
        signal?.addEventListener('abort', abandon, { once: true });
        waiters.push(waiter);
        startWaiters();
        share?.noteDemand();
      }),
    pause: (duration) => {
      state = { ...state, pausedUntil: Math.max(state.pausedUntil, now() + Math.min(duration, longestPause)) };
      share?.notePause();
    },
    isBarred: () => share?.isBarred() ?? false,
    stop: () => share?.stop(),
    budget: () => ({
      quota: state.quota,
      left: state.left === null || state.windowEndsAt === null || now() >= state.windowEndsAt ? null : state.left,
      inFlight: state.inFlight,
      waiting: waiters.length,
      pausedUntil: now() < state.pausedUntil ? new Date(clock.now().getTime() + state.pausedUntil - now()) : null,
    }),
  };
}
