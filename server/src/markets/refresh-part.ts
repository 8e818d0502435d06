import { confirmationDelay } from '../catalog/removal';
import type { Transaction } from '../database/database';
import { idsPerRequest } from '../upstream/reading/ids-per-request';
import { UpstreamResponseError } from '../upstream/http/upstream-errors';
import type { StaleProduct, StaleProducts } from './knex-stale-products';
import { MassUnassignmentError } from './market-errors';
import { type MarketPart, type MembershipPart, partName, type PricesPart, type TextsPart } from './market-parts';
import type { PassReport } from './part-pass';
import { combinePrices, itemsOf } from './pass-prices';
import type { TextTools } from './pass-texts';
import type { PassTools } from './pass-tools';
import { textsAgainAfter } from './storefront-cache';

/** What a refresh works with. */
export interface RefreshTools extends PassTools {
  stale: Pick<StaleProducts, 'mark' | 'settle' | 'unmarkedSince'>;
  /** Null: texts are not read. */
  texts: Pick<TextTools, 'texts' | 'readerOf'> | null;
  /** The ids of the parts whose reading has begun, by name. */
  knownParts: ReadonlyMap<string, number>;
  /** The parts that events refresh, of all further markets. */
  parts: readonly RefreshedPart[];
  /** Call this last in a transaction: it keeps these parts from being deleted before the transaction ends. */
  requireParts(transaction: Transaction, ids: readonly number[]): Promise<void>;
}

/** A part about products: which are sold, what they cost, or their texts. */
export type RefreshedPart = MembershipPart | PricesPart | (TextsPart & { kind: 'texts' });

export function isRefreshed(part: MarketPart): part is RefreshedPart {
  return part.kind === 'membership' || part.kind === 'prices' || part.kind === 'texts';
}

// A response that contains neither the requested ids nor any of these is not trusted (behavior 10.4).
const controlsPerRequest = 3;

/** How many products are refreshed together. */
export const productsPerRefresh = idsPerRequest - controlsPerRequest;

/**
 * Rereads some stale products of a part, and settles them in the transaction that writes what was read.
 * @param products at most {@link productsPerRefresh}
 * @returns the products that could not be read, with reasons; their rows stay as they are
 * @throws an error that would affect any other product of the part, too; or the signal's reason
 */
export function refreshPart(
  tools: RefreshTools,
  part: RefreshedPart,
  products: readonly StaleProduct[],
): Promise<PassReport['failures']> {
  if (part.kind === 'membership') return refreshMembership(tools, part, products);
  if (part.kind === 'prices') return refreshPrices(tools, part, products);
  return refreshTexts(tools, part, products);
}

async function refreshMembership(
  tools: RefreshTools,
  part: MembershipPart,
  products: readonly StaleProduct[],
): Promise<PassReport['failures']> {
  const { members, assignments, stale, signal } = tools;
  const { channelId } = part;
  const partId = idOf(tools, part);
  const productIds = products.map(({ id }) => id);
  // A product that a previous response lacked is removed if this one lacks it, too (behavior 10.1).
  const missedBefore = new Set(products.filter(({ step }) => step > 0).map(({ id }) => id));
  const controls = missedBefore.size === 0 ? [] : await controlsFor(tools, partId, productIds);
  const askedVersion = await tools.drawVersion();
  const asked = [...productIds, ...controls];
  const response = await assignments.among({ channelId, productIds: asked, signal, priority: 'high' });
  const { readVersion } = response;
  const sold = new Set(response.productIds);
  const missing = await members.among(
    partId,
    productIds.filter((id) => !sold.has(id)),
  );
  const gone = missing.filter((id) => missedBefore.has(id));
  if (gone.length > 0 && controls.length > 0 && sold.size === 0) throw unbelievable(channelId);
  await refuseMass(tools, { part, partId, missing: gone.length });
  const doubtful = missing.filter((id) => !missedBefore.has(id));
  const isDoubtful = new Set(doubtful);
  await tools.transaction(async (transaction) => {
    const { added } = await members.addSome(transaction, { partId, productIds: response.productIds, readVersion });
    await members.remove(transaction, { partId, productIds: gone, readVersion });
    await stale.settle(transaction, { partId, productIds: doubtful, readVersion, again: confirmationDelay });
    await stale.settle(transaction, {
      partId,
      productIds: productIds.filter((id) => !isDoubtful.has(id)),
      readVersion,
    });
    // New members have neither prices nor texts yet.
    await stale.mark(transaction, { partIds: dependentsOf(tools, part), productIds: added, askedVersion });
    await tools.requireParts(transaction, [partId]);
  });
  return [];
}

/** Some other products that the channel sells. */
async function controlsFor({ members }: RefreshTools, partId: number, ids: readonly number[]): Promise<number[]> {
  const seen = await members.seen({ partId, since: 0, limit: ids.length + controlsPerRequest });
  return seen.filter((id) => !ids.includes(id)).slice(0, controlsPerRequest);
}

const unbelievable = (channelId: number) =>
  new UpstreamResponseError(
    `Upstream showed none of some products of channel ${channelId}, nor of others that it sells: such a response is not trusted.`,
    { method: 'GET', path: '/v3/catalog/products/channel-assignments', data: { channelId } },
  );

async function refuseMass(
  { members, removalLimit }: RefreshTools,
  { part, partId, missing }: { part: MembershipPart; partId: number; missing: number },
): Promise<void> {
  if (missing <= removalLimit.minimum) return;
  const cached = await members.count(partId);
  if (missing > (cached * removalLimit.percent) / 100)
    throw new MassUnassignmentError({ channelId: part.channelId, missing, cached });
}

async function refreshPrices(
  tools: RefreshTools,
  part: PricesPart,
  stale: readonly StaleProduct[],
): Promise<PassReport['failures']> {
  const partId = idOf(tools, part);
  const membershipId = idOf(tools, { kind: 'membership', channelId: part.channelId });
  const productIds = stale.map(({ id }) => id);
  // Drawn first, since the cached variants determine what is requested.
  const readVersion = await tools.drawVersion();
  const products = await tools.products.among({ membershipId, ids: productIds });
  const [control] = products.length === 0 ? [] : await controlsFor(tools, membershipId, productIds);
  const reader = tools.pricesOf(part, control === undefined ? undefined : { productId: control, variantId: null });
  const reading = products.length === 0 ? null : await reader.read(products.flatMap(itemsOf));
  const { prices, failures } = reading ? combinePrices(products, reading) : { prices: [], failures: [] };
  const failed = new Set(failures.map(({ productId }) => productId));
  const read = stale.filter(({ id }) => !failed.has(id));
  await tools.transaction(async (transaction) => {
    await tools.prices.upsert(transaction, { partId, membershipId, prices, readVersion });
    // The page of an incremental run marks its products with a version that was drawn before it was written.
    const settled = await tools.stale.unmarkedSince(transaction, { partId, products: read });
    await tools.stale.settle(transaction, { partId, productIds: settled, readVersion });
    await tools.requireParts(transaction, [partId, membershipId]);
  });
  return failures;
}

async function refreshTexts(
  tools: RefreshTools,
  part: TextsPart & { kind: 'texts' },
  stale: readonly StaleProduct[],
): Promise<PassReport['failures']> {
  const partId = idOf(tools, part);
  const membershipId = idOf(tools, { kind: 'membership', channelId: part.channelId });
  const productIds = stale.map(({ id }) => id);
  const sold = await tools.members.among(membershipId, productIds);
  const drawn = await tools.drawVersion();
  const [control] = sold.length === 0 ? [] : await controlsFor(tools, membershipId, productIds);
  const reading =
    sold.length === 0 || !tools.texts ? null : await tools.texts.readerOf('product', part, control).read(sold);
  const failures = reading?.failures.map(({ id, reason }) => ({ productId: id, reason })) ?? [];
  const failed = new Set(failures.map(({ productId }) => productId));
  const readVersion = reading?.readVersion ?? drawn;
  await tools.transaction(async (transaction) => {
    const owner = { kind: 'membership', partId: membershipId } as const;
    if (reading) await tools.texts?.texts.upsert(transaction, { partId, owner, texts: reading.texts, readVersion });
    // What an event has marked since is to be read again later, as often as after any event.
    const unmarked = new Set(await tools.stale.unmarkedSince(transaction, { partId, products: stale }));
    for (const { step, ids } of stepsOf(stale.filter(({ id }) => !failed.has(id) && unmarked.has(id))))
      await tools.stale.settle(transaction, { partId, productIds: ids, readVersion, again: textsAgainAfter[step] });
    await tools.requireParts(transaction, [partId, membershipId]);
  });
  return failures;
}

function stepsOf(products: readonly StaleProduct[]): { step: number; ids: number[] }[] {
  const steps = new Map<number, number[]>();
  for (const { id, step } of products) steps.set(step, [...(steps.get(step) ?? []), id]);
  return [...steps].map(([step, ids]) => ({ step, ids }));
}

/** The ids of the parts with prices and texts of what a channel sells. */
function dependentsOf({ parts, knownParts }: RefreshTools, { channelId }: MembershipPart): number[] {
  const dependents = parts.filter((part) => part.kind !== 'membership' && part.channelId === channelId);
  return dependents.flatMap((part) => knownParts.get(partName(part)) ?? []);
}

function idOf({ knownParts }: RefreshTools, part: MarketPart): number {
  const id = knownParts.get(partName(part));
  if (id === undefined) throw new Error(`the market part ${partName(part)} was never begun`);
  return id;
}
