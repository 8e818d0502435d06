import { betweenLooks } from '../catalog/removal';
import type { Transaction } from '../database/database';
import { chunksOf } from '../lib/chunks';
import { idsPerRequest } from '../upstream/ids-per-request';
import { UpstreamResponseError } from '../upstream/upstream-errors';
import { MassUnassignmentError } from './market-errors';
import { type Market, type MarketPart, type MembershipPart, partName, type PricesPart } from './market-parts';
import type { PassReport } from './part-pass';
import { distinctParts } from './pass-market';
import { combinePrices, itemsOf } from './pass-prices';
import type { PassTools } from './pass-tools';

/** What a refresh works with. */
export interface RefreshTools extends PassTools {
  /** The ids of the parts that were read, or began to be, by name. */
  knownParts: ReadonlyMap<string, number>;
  /** Call last in a transaction: its rows are of these parts, which are not deleted before it ends. */
  requireParts(transaction: Transaction, ids: readonly number[]): Promise<void>;
}

/** A part that could not be refreshed. */
export interface UnreadPart {
  part: MarketPart;
  error: unknown;
}

/** What could not be refreshed; the rest is as the store has it. */
export interface Refresh {
  unread: UnreadPart[];
  /** Why single products keep what was stored. */
  failures: PassReport['failures'];
}

interface Asked {
  markets: readonly Market[];
  /** At most {@link idsPerRequest}. */
  productIds: readonly number[];
  /** What is not asked for, by name. */
  leaveOut: ReadonlySet<string>;
}

// A response that shows neither what is asked for nor any of these is not believed (behavior 10.4).
const controlsPerRequest = 3;

/**
 * Reads anew, in all these markets, whether they sell some products and for how much: one request for each channel, and
 * for each list of prices as many as its items take. A part that cannot be read holds up no other; one whose first pass is
 * still to begin is left to it.
 * @throws the signal's reason
 */
export async function refreshProducts(tools: RefreshTools, asked: Asked): Promise<Refresh> {
  const parts = distinctParts(asked.markets, null).filter((part) => tools.knownParts.has(partName(part)));
  const refresh: Refresh = { unread: [], failures: [] };
  const absent: Absent[] = [];
  for (const part of parts.filter(isMembership)) {
    const missing = await attempt(tools, { part, asked, refresh }, () => readMembers(tools, part, asked.productIds));
    if (missing && missing.productIds.length > 0) absent.push(missing);
  }
  for (const part of parts.filter(isOfPrices)) {
    const gone = new Set(absent.find(({ part: { channelId } }) => channelId === part.channelId)?.productIds);
    const productIds = asked.productIds.filter((id) => !gone.has(id));
    const failures = await attempt(tools, { part, asked, refresh }, () => readPrices(tools, part, productIds));
    refresh.failures.push(...(failures ?? []));
  }
  // Last, since nothing else should wait for the second look.
  if (absent.length > 0) await tools.clock.wait(betweenLooks, tools.signal);
  for (const missing of absent)
    await attempt(tools, { part: missing.part, asked, refresh }, () => removeAbsent(tools, missing));
  return refresh;
}

/** Null where the part cannot be read, or is not to be. */
async function attempt<Result>(
  { signal }: RefreshTools,
  { part, asked, refresh }: { part: MarketPart; asked: Asked; refresh: Refresh },
  read: () => Promise<Result>,
): Promise<Result | null> {
  if (asked.leaveOut.has(partName(part))) return null;
  try {
    signal.throwIfAborted();
    return await read();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    refresh.unread.push({ part, error });
    return null;
  }
}

/** Products that the channel sold, and that a response says it does not. */
interface Absent {
  part: MembershipPart;
  productIds: number[];
}

async function readMembers(tools: RefreshTools, part: MembershipPart, productIds: readonly number[]): Promise<Absent> {
  const { members, assignments, signal } = tools;
  const partId = idOf(tools, part);
  const response = await assignments.among({ channelId: part.channelId, productIds, signal, priority: 'high' });
  const { readVersion } = response;
  await tools.transaction(async (transaction) => {
    await members.add(transaction, { partId, productIds: response.productIds, readVersion });
    await tools.requireParts(transaction, [partId]);
  });
  const sold = new Set(response.productIds);
  const missing = productIds.filter((id) => !sold.has(id));
  return { part, productIds: await members.among(partId, missing) };
}

/** The second look at what one response did not show; what it does not show either is removed (behavior 10.1). */
async function removeAbsent(tools: RefreshTools, { part, productIds }: Absent): Promise<void> {
  const { members, assignments, signal, removalLimit } = tools;
  const { channelId } = part;
  const partId = idOf(tools, part);
  const seen = await members.seen({ partId, since: 0, limit: productIds.length + controlsPerRequest });
  const controls = seen.filter((id) => !productIds.includes(id)).slice(0, controlsPerRequest);
  const cached = await members.count(partId);
  for (const ids of chunksOf(productIds, idsPerRequest - controlsPerRequest)) {
    const response = await assignments.among({
      channelId,
      productIds: [...ids, ...controls],
      signal,
      priority: 'high',
    });
    const { readVersion } = response;
    const sold = new Set(response.productIds);
    if (controls.length > 0 && sold.size === 0)
      throw new UpstreamResponseError(
        `Upstream showed none of some products of channel ${channelId}, nor of others that it sells: such a response is not believed.`,
        { method: 'GET', path: '/v3/catalog/products/channel-assignments', data: { channelId } },
      );
    const gone = ids.filter((id) => !sold.has(id));
    const isMass = gone.length > removalLimit.minimum && gone.length > (cached * removalLimit.percent) / 100;
    if (isMass) throw new MassUnassignmentError({ channelId, missing: gone.length, cached });
    await tools.transaction(async (transaction) => {
      await members.remove(transaction, { partId, productIds: gone, readVersion });
      await tools.requireParts(transaction, [partId]);
    });
  }
}

async function readPrices(
  tools: RefreshTools,
  part: PricesPart,
  productIds: readonly number[],
): Promise<PassReport['failures']> {
  const partId = idOf(tools, part);
  const membershipId = idOf(tools, { kind: 'membership', channelId: part.channelId });
  const products = await tools.products.among({ membershipId, ids: productIds });
  if (products.length === 0) return [];
  const reading = await tools.pricesOf(part).read(products.flatMap(itemsOf));
  const { prices, failures } = combinePrices(products, reading);
  const { readVersion } = reading;
  await tools.transaction(async (transaction) => {
    await tools.prices.upsert(transaction, { partId, membershipId, prices, readVersion });
    await tools.requireParts(transaction, [partId, membershipId]);
  });
  return failures;
}

function idOf({ knownParts }: RefreshTools, part: MarketPart): number {
  const id = knownParts.get(partName(part));
  if (id === undefined) throw new Error(`the market part ${partName(part)} was never begun`);
  return id;
}

const isMembership = (part: MarketPart): part is MembershipPart => part.kind === 'membership';
const isOfPrices = (part: MarketPart): part is PricesPart => part.kind === 'prices';
