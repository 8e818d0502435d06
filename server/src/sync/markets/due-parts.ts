import type { PartState } from '../../markets/knex-part-states';
import { type MarketPart, partName } from '../../markets/market-parts';
import type { PassTrust } from '../../markets/pass-listing';
import { distinctParts, type TextNeeds } from '../../markets/pass-market';
import type { FurtherMarket } from '../../markets/site-markets';
import { minutes } from '../../lib/durations';
import { type FailedPart, wantedVersionOf, type WantedPasses } from './market-pass-memory';

/** A part that needs a pass. */
export interface DuePart {
  part: MarketPart;
  /** A pass that began before this read version does not suffice. */
  since: number;
  trust: PassTrust;
  /** The read version as of which it was last read, or failed to be read; 0 when neither happened. */
  turn: number;
}

// Limits requests to a store that is unavailable, or whose plan lacks what is requested.
const retryInterval = minutes(15);

/**
 * The parts of these markets that were never complete, whose pass was interrupted, or for which a new pass is wanted.
 * The part that was read longest ago comes first, so that none waits for longer than all others take, however often
 * these are wanted; of those that were never read, the one of the first market.
 */
export function dueParts({
  markets,
  texts,
  states,
  wanted,
  failed,
  now,
}: {
  markets: readonly FurtherMarket[];
  texts: TextNeeds | null;
  states: readonly PartState[];
  wanted: WantedPasses;
  failed: ReadonlyMap<string, FailedPart>;
  now: Date;
}): DuePart[] {
  const known = new Map(states.map((state) => [state.name, state]));
  const waiting = distinctParts(markets, texts).flatMap((part): DuePart[] => {
    const name = partName(part);
    const keys = markets
      .filter((market) => distinctParts([market], texts).some((one) => partName(one) === name))
      .map(({ key }) => key);
    const latest = (versions: Readonly<Record<string, number>>) =>
      Math.max(0, ...keys.map((key) => wantedVersionOf(versions, key)));
    const owner = ownerOf(part);
    const ownerFailure = owner === null ? undefined : failed.get(owner);
    const ownerState = known.get(owner ?? '');
    const ownerCompleteSince = ownerState?.completeSince ?? 0;
    const ownerReadSince = readSince(ownerState, ownerFailure);
    const ofMarkets = Math.max(wanted.all, latest(wanted.markets));
    const asked = Math.max(ofMarkets, wantedVersionOf(wanted.parts, name));
    // What was added to the owner since the last pass was never requested.
    const since = Math.max(asked, ownerReadSince);
    const state = known.get(name);
    const completeSince = state?.completeSince ?? null;
    const isDone = completeSince !== null && completeSince >= since && state?.isUnderWay === false;
    if (isDone || wanted.canceled.includes(name)) return [];
    // After a failure, an event does not end the wait; a request for the market, or a new pass over the owner, does.
    if (isWaiting(failed.get(name), { since: Math.max(ofMarkets, ownerReadSince), now })) return [];
    const isOwnerUsable = ownerFailure?.isHeld === true && ownerCompleteSince > 0;
    if (!isOwnerUsable && isWaiting(ownerFailure, { since: ofMarkets, now })) return [];
    const trust = latest(wanted.confirmed) > (completeSince ?? 0) ? 'everything' : 'doubt';
    // A part of which nothing could be read has had its turn, and so has what depends on it. What others depend on never
    // comes after them, unless it was read since they were.
    const turn = Math.max(completeSince ?? 0, failed.get(name)?.since ?? 0, ownerFailure?.since ?? 0);
    return [{ part, since, trust, turn }];
  });
  // Parts that had the same turn keep their order.
  return waiting.sort((one, other) => one.turn - other.turn);
}

/** As of which read version everything of a part was read: also by a pass that only held back its removals. */
function readSince(state: PartState | undefined, failure: FailedPart | undefined): number {
  const completeSince = state?.completeSince ?? 0;
  const isReadButHeld = failure?.isHeld === true && completeSince > 0 && state?.isUnderWay === false;
  return isReadButHeld ? Math.max(completeSince, state.begunSince) : completeSince;
}

/** The name of the part that lists the items of this one; null when this part lists them itself. */
function ownerOf({ kind, channelId }: MarketPart): string | null {
  if (kind === 'prices' || kind === 'texts') return partName({ kind: 'membership', channelId });
  return kind === 'category texts' ? partName({ kind: 'categories', channelId }) : null;
}

/** A part held for an administrator's confirmation is not requested again before the next sync. */
function isWaiting(failure: FailedPart | undefined, { since, now }: { since: number; now: Date }): boolean {
  if (!failure || failure.since < since) return false;
  const age = now.getTime() - failure.at.getTime();
  return failure.isHeld || (age >= 0 && age < retryInterval);
}
