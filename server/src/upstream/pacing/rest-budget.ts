import { z } from 'zod';
import { type MemberTerms, mostOf, slotsOfCutOff } from '../../instances/cut-off-slots';
import { unknownFor } from '../../instances/presence';
import { contendersOf, openingOf, shareSlots, slotHolders, type SlotGrant } from '../../instances/slot-shares';
import { type Milliseconds, milliseconds } from '../../lib/durations';
import { afterResponse, unknownPace } from './pace-decision';
import type { RateLimit } from '../http/rate-limit-headers';

/** What the instances of a site agree on about one store; times in milliseconds by the shared clock. */
export const restBudget = z.object({
  /** When it was last changed; missing in a document of an earlier version. */
  at: z.number().default(0),
  holders: slotHolders,
  /** The window that the store reported last; null before. */
  window: z.object({ left: z.number(), quota: z.number().nullable(), endsAt: z.number() }).nullable(),
  /** What each instance may still send in that window without asking; `normal` includes what was then in flight. */
  allotted: z.record(z.string(), z.object({ normal: z.number(), high: z.number() })),
  pausedUntil: z.number(),
  closedUntil: z.number(),
  cautiousUntil: z.number(),
});
export type RestBudget = z.infer<typeof restBudget>;

/** What an instance reports to the others. */
export interface RestReport {
  instance: string;
  /** Slots that no other instance may get: requests that are in flight, or may be before the grant arrives. */
  kept: number;
  /** In flight and waiting; 0 when it only reports what it knows. */
  wants: number;
  /** Of those, how many wait with high priority. */
  urgent: number;
  reserve: number;
  /** What responses reported about the window, while it lasts. */
  window: RateLimit | null;
  /** For how much longer it sends nothing after a 429. */
  paused: Milliseconds;
}

/** How many requests of a window an instance may send. */
export interface WindowAllowance {
  /** With any priority. */
  normal: number;
  /** With high priority, in addition: out of the reserve. */
  high: number;
}

/** What an instance may do until it asks again. */
export interface RestGrant extends SlotGrant {
  /** Null while no instance knows how much is left: then every slot may be used (behavior 5.6). */
  allowance: WindowAllowance | null;
  /** What all instances know of the window. */
  window: RateLimit | null;
  paused: Milliseconds;
  /** Whether it gets nothing for now, however much is free: it owns no part, and what others use is unknown. */
  isBarred: boolean;
}

export interface RestTerms extends MemberTerms {
  /** Requests to the store in flight, of all instances. */
  limit: number;
  now: number;
  duration: Milliseconds;
  /** The longest possible pause or window, no matter what the store reports. */
  longest: Milliseconds;
  /** Whether others may hold slots that a newly created document does not list. */
  mayBeLost: boolean;
}

const nothing: WindowAllowance = { normal: 0, high: 0 };
const usualWindow = milliseconds(30_000);
// Of instances that change it at once, one may have read the time a moment before another.
const leastSetBack = milliseconds(1_000);

/**
 * Renews an instance's share of a store's budget (behavior 5.6, 12.1): requests in flight, and requests of the window.
 * Together the instances never have more of either than one alone would.
 */
export function shareRestBudget(
  before: RestBudget | null,
  report: RestReport,
  { now, ...terms }: RestTerms,
): { budget: RestBudget; grant: RestGrant } {
  const known = before
    ? afterSetBack(before, now)
    : { holders: {}, window: null, allotted: {}, pausedUntil: 0, ...openingOf({ ...terms, now }) };
  const closedUntil = Math.min(known.closedUntil, now + terms.duration);
  const cautiousUntil = Math.min(known.cautiousUntil, now + unknownFor);
  const { instance } = report;
  const { lapsed, slots: reserved } = slotsOfCutOff(known.holders, { ...terms, instance, now });
  const most = mostOf(terms.limit, terms, now < cautiousUntil);
  const { holders, grant } = shareSlots(known.holders, report, {
    ...terms,
    now,
    limit: Math.max(0, terms.limit - reserved),
    spare: 0,
    most,
    closedUntil,
  });
  const window = windowAfter(known.window, report.window, { now, longest: terms.longest });
  const isNew = known.window === null || window === null || window.endsAt - known.window.endsAt > usualWindow / 2;
  const allotted = isNew ? {} : onlyOf(known.allotted, holders, report.instance);
  const contenders = contendersOf(holders, now);
  const allowance = window && partOfWindow({ window, report, ofOthers: sumOf(Object.values(allotted)), contenders });
  const paused = Math.max(known.pausedUntil, report.paused > 0 ? now + report.paused : 0);
  const pausedUntil = Math.min(paused, now + terms.longest);
  return {
    budget: {
      at: now,
      holders: { ...lapsed, ...holders },
      window,
      allotted: allowance
        ? { ...allotted, [report.instance]: { ...allowance, normal: report.kept + allowance.normal } }
        : allotted,
      pausedUntil,
      closedUntil,
      cautiousUntil,
    },
    grant: {
      ...grant,
      allowance,
      window: window && {
        left: window.left,
        quota: window.quota,
        resetIn: milliseconds(window.endsAt - now),
        window: usualWindow,
      },
      paused: milliseconds(Math.max(0, pausedUntil - now)),
      isBarred: most === 0,
    },
  };
}

/**
 * What remains of the window and the pause stays the same when the shared clock is set back, except for the time that
 * has passed since the last change.
 */
function afterSetBack(known: RestBudget, now: number): RestBudget {
  const setBack = known.at - now;
  if (setBack < leastSetBack) return known;
  const { window, pausedUntil } = known;
  return {
    ...known,
    window: window && { ...window, endsAt: window.endsAt - setBack },
    pausedUntil: pausedUntil - setBack,
  };
}

type Window = RestBudget['window'];

function windowAfter(
  known: Window,
  reported: RateLimit | null,
  { now, longest }: { now: number; longest: Milliseconds },
): Window {
  // A window that ends later than any can was written by a clock that was ahead.
  const current = known && now < known.endsAt && known.endsAt <= now + longest ? known : null;
  if (reported === null) return current;
  const state = { ...unknownPace, ...(current && { ...current, windowEndsAt: current.endsAt }) };
  const { left, quota, windowEndsAt } = afterResponse(state, { rateLimit: reported, now, longestWindow: longest });
  return left === null || windowEndsAt === null ? null : { left, quota, endsAt: windowEndsAt };
}

/**
 * An equal part of what was not allotted to other instances; the rest is left for the next one that asks.
 * @param options.ofOthers what others may still send
 */
export function partOfWindow({
  window: { left, quota },
  report: { wants, urgent, reserve, kept },
  ofOthers,
  contenders,
}: {
  window: Pick<RateLimit, 'left' | 'quota'>;
  report: Pick<RestReport, 'wants' | 'urgent' | 'reserve' | 'kept'>;
  ofOthers: WindowAllowance;
  /** How many instances divide the window, and how many the reserve. */
  contenders: { all: number; urgent: number };
}): WindowAllowance {
  const part = (count: number, among: number) =>
    count <= 0 || wants === 0 ? 0 : Math.max(1, Math.floor(count / Math.max(1, among)));
  const reserved = Math.min(reserve, Math.floor((quota ?? Infinity) / 2));
  const free = left - kept - ofOthers.normal;
  return {
    normal: part(free - Math.max(reserved, ofOthers.high), contenders.all),
    high: urgent === 0 ? 0 : part(Math.min(free, reserved) - ofOthers.high, contenders.urgent),
  };
}

const sumOf = (allowances: readonly WindowAllowance[]): WindowAllowance =>
  allowances.reduce((sum, { normal, high }) => ({ normal: sum.normal + normal, high: sum.high + high }), nothing);

/** Without the instance itself and the instances whose lease has ended. */
const onlyOf = (allotted: RestBudget['allotted'], holders: object, instance: string): RestBudget['allotted'] =>
  Object.fromEntries(Object.entries(allotted).filter(([name]) => name !== instance && name in holders));
