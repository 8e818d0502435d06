import { z } from 'zod';
import { type Milliseconds, seconds } from '../lib/durations';
import { unknownFor } from './presence';

/** What one instance holds of a limit that all share; times in milliseconds by the shared clock. */
const slotHolder = z.object({
  /** No other instance may use these before `until`. */
  slots: z.int(),
  /** How many it can use, including those in use, and how many of these cannot wait for others. */
  wants: z.int(),
  urgent: z.int(),
  /** Since when it has wanted slots and had none; null otherwise. */
  waitingSince: z.number().nullable(),
  /** Since when it has had slots; null otherwise. */
  heldSince: z.number().nullable(),
  until: z.number(),
});

export const slotHolders = z.record(z.string(), slotHolder);
export type SlotHolders = z.infer<typeof slotHolders>;
type SlotHolder = SlotHolders[string];

export interface SlotRequest {
  instance: string;
  /** In use, or about to be: no other instance gets these, no matter what it wants. */
  kept: number;
  wants: number;
  urgent: number;
}

export interface SlotTerms {
  limit: number;
  now: number;
  /** For how long no other instance gets the slots, unless they are given back. */
  duration: Milliseconds;
  /** Left free for instances that want none yet. */
  spare: number;
  /** The most slots that this instance gets. */
  most: number;
  /** Until then, no instance gets more than it keeps: the document was lost, and leases in it are still in use. */
  closedUntil: number;
}

export interface SlotGrant {
  /** Held until the lease ends. */
  slots: number;
  /** How many of them may be put to a new use; fewer when others want their share. */
  target: number;
}

/** While there are fewer slots than instances that want some, each keeps its own for this long at a time. */
const term = seconds(1);

/**
 * Renews the lease of one instance, by a fair division of the limit (behavior 12.1): what is urgent first, then one
 * slot each in turn until no instance wants more or none is left. Slots that others hold are never taken from them:
 * they give them back when they learn that their share is smaller.
 */
export function shareSlots(
  holders: SlotHolders,
  request: SlotRequest,
  { limit, now, duration, spare, most, closedUntil }: SlotTerms,
): { holders: SlotHolders; grant: SlotGrant } {
  const live = Object.entries(holders)
    .map(([name, holder]) => [name, notAhead(holder, { now, duration })] as const)
    .filter(([, { until }]) => until > now);
  const others = live.filter(([name]) => name !== request.instance);
  const heldByOthers = others.reduce((sum, [, { slots }]) => sum + slots, 0);
  const own: SlotHolder = {
    slots: 0,
    waitingSince: now,
    heldSince: null,
    ...live.find(([name]) => name === request.instance)?.[1],
    // Slots that it may not have are left to others.
    wants: Math.min(request.wants, most),
    urgent: request.urgent,
    until: now + duration,
  };
  const contenders = [...others, [request.instance, own] as const].filter(([, { wants }]) => wants > 0);
  // Without others, giving slots back and taking them again would only cost renewals.
  const keeps = contenders.length === 1 && own.wants > 0 ? Math.min(own.slots, limit - spare) : 0;
  const part = divide(contenders, { limit: limit - spare, now }).get(request.instance) ?? 0;
  const target = now < closedUntil ? Math.min(request.kept, request.wants) : Math.min(most, Math.max(part, keeps));
  const slots = Math.max(request.kept, Math.min(target, limit - spare - heldByOthers));
  const renewed: SlotHolder = {
    ...own,
    slots,
    heldSince: slots === 0 ? null : (own.heldSince ?? now),
    waitingSince: slots === 0 && request.wants > 0 ? (own.waitingSince ?? now) : null,
  };
  return {
    holders: Object.fromEntries([...others, [request.instance, renewed]]),
    grant: { slots, target: Math.min(slots, target) },
  };
}

/** After the clock was set back, a dead instance must not keep its slots, nor a live one its precedence, for longer. */
function notAhead(holder: SlotHolder, { now, duration }: { now: number; duration: Milliseconds }): SlotHolder {
  const past = (moment: number | null) => (moment === null ? null : Math.min(moment, now));
  return {
    ...holder,
    until: Math.min(holder.until, now + duration),
    waitingSince: past(holder.waitingSince),
    heldSince: past(holder.heldSince),
  };
}

/**
 * From when on a new document grants slots, and from when on more than an instance's part. It may replace a lost one,
 * under whose leases others still send requests, and which listed the slots left to cut-off instances.
 */
export function openingOf({ now, duration, mayBeLost }: { now: number; duration: Milliseconds; mayBeLost: boolean }): {
  closedUntil: number;
  cautiousUntil: number;
} {
  return mayBeLost
    ? { closedUntil: now + duration, cautiousUntil: now + unknownFor }
    : { closedUntil: 0, cautiousUntil: 0 };
}

/** How many instances want some of the limit at this moment, and how many of these urgently. */
export function contendersOf(holders: SlotHolders, now: number): { all: number; urgent: number } {
  const wanting = Object.values(holders).filter(({ wants, until }) => wants > 0 && until > now);
  return { all: wanting.length, urgent: wanting.filter(({ urgent }) => urgent > 0).length };
}

function divide(
  contenders: readonly (readonly [string, SlotHolder])[],
  { limit, now }: { limit: number; now: number },
): Map<string, number> {
  const inTurn = contenders
    .map(([name, holder]) => ({ name, holder, place: placeOf(holder, now) }))
    .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1] || (a.name < b.name ? -1 : 1));
  const shares = new Map(inTurn.map(({ name }) => [name, 0]));
  const shareOf = (name: string) => shares.get(name) ?? 0;

  let left = limit;
  for (const demand of [({ urgent, wants }: SlotHolder) => Math.min(urgent, wants), ({ wants }: SlotHolder) => wants]) {
    while (left > 0) {
      const unmet = inTurn.filter(({ name, holder }) => shareOf(name) < demand(holder));
      const fewest = Math.min(...unmet.map(({ name }) => shareOf(name)));
      const next = unmet.find(({ name }) => shareOf(name) === fewest);
      if (!next) break;
      shares.set(next.name, fewest + 1);
      left -= 1;
    }
  }
  return shares;
}

/** First come instances whose term is not over, then those that wait, then those whose term is over, longest last. */
function placeOf({ heldSince, waitingSince }: SlotHolder, now: number): [number, number] {
  if (heldSince === null) return [1, waitingSince ?? now];
  return now - heldSince < term ? [0, heldSince] : [2, -heldSince];
}
