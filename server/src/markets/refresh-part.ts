import { confirmationDelay } from '../catalog/removal';
import type { Transaction } from '../database/database';
import { idsPerRequest } from '../upstream/reading/ids-per-request';
import { UpstreamResponseError } from '../upstream/http/upstream-errors';
import type { StaleProduct, StaleProducts } from './knex-stale-products';
import { HeldPassError, MassUnassignmentError } from './market-errors';
import { type MarketPart, type MembershipPart, partName, type PricesPart, type TextsPart } from './market-parts';
import type { PassReport } from './part-pass';
import { combinePrices, itemsOf } from './pass-prices';
import type { TextTools } from './pass-texts';
import type { PassTools } from './pass-tools';
import { controlsFor, controlsPerRequest } from './refresh-controls';
import { textsAgainAfter } from './storefront-cache';

/** What a refresh works with. */
export interface RefreshTools extends PassTools {
  stale: Pick<StaleProducts, 'mark' | 'settle' | 'unmarkedSince' | 'waitingAmong'>;
  /** Null: texts are not read. */
  texts: Pick<TextTools, 'texts' | 'readerOf'> | null;
  /** The ids of the parts whose reading has begun, by name. */
  knownParts: ReadonlyMap<string, number>;
  /** Call this after what else locks records: it keeps these parts from being deleted before the transaction ends. */
  requireParts(transaction: Transaction, ids: readonly number[]): Promise<void>;
  /**
   * The ids of the parts with prices and texts of what a channel sells, as of now. Call this after `requireParts`, which
   * keeps others from being begun before the transaction ends.
   */
  dependentParts(transaction: Transaction, membership: MembershipPart): Promise<number[]>;
}

/** A part about products: which are sold, what they cost, or their texts. */
export type RefreshedPart = MembershipPart | PricesPart | (TextsPart & { kind: 'texts' });

export function isRefreshed(part: MarketPart): part is RefreshedPart {
  return part.kind === 'membership' || part.kind === 'prices' || part.kind === 'texts';
}

/** How many products are refreshed together. */
export const productsPerRefresh = idsPerRequest - controlsPerRequest;

/**
 * Rereads some stale products of a part, and settles them in the transaction that writes what was read; also if it then
 * throws `HeldPassError`, since too many of them would be removed.
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
  const { members, partRemovals, assignments, stale, signal } = tools;
  const { channelId } = part;
  const partId = idOf(tools, part);
  const productIds = products.map(({ id }) => id);
  // A product that a previous response lacked is removed if this one lacks it, too (behavior 10.1).
  const missedBefore = new Set(products.filter(({ step }) => step > 0).map(({ id }) => id));
  const askedVersion = await tools.drawVersion();
  const asking = { membershipId: partId, ids: productIds, version: askedVersion };
  const controls = missedBefore.size === 0 ? [] : await controlsFor(tools, asking);
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
  const doubtful = missing.filter((id) => !missedBefore.has(id));
  const isDoubtful = new Set(doubtful);
  const held = (counts: { missing: number; cached: number }) => new MassUnassignmentError({ channelId, ...counts });
  const refusal = await tools.transaction(async (transaction) => {
    const removal = { partId, missing: gone.length, ids: members, held };
    const refused = await partRemovals.refuseMass(transaction, removal).catch(heldOnly);
    const { added } = await members.addSome(transaction, { partId, productIds: response.productIds, readVersion });
    const removed = refused ? [] : await members.remove(transaction, { partId, productIds: gone, readVersion });
    if (removed.length > 0) await partRemovals.note(transaction, { partId, records: removed.length });
    await stale.settle(transaction, { partId, productIds: doubtful, readVersion, again: confirmationDelay });
    await stale.settle(transaction, {
      partId,
      productIds: productIds.filter((id) => !isDoubtful.has(id)),
      readVersion,
    });
    await tools.requireParts(transaction, [partId]);
    // New members have neither prices nor texts yet. Parts of a new market may have been begun since the request.
    const dependents = added.length === 0 ? [] : await tools.dependentParts(transaction, part);
    await stale.mark(transaction, { partIds: dependents, productIds: added, askedVersion });
    return refused;
  });
  // What else the response said is stored all the same (behavior 14.5).
  if (refusal) throw refusal;
  return [];
}

function heldOnly(error: unknown): HeldPassError {
  if (error instanceof HeldPassError) return error;
  throw error;
}

const unbelievable = (channelId: number) =>
  new UpstreamResponseError(
    `Upstream showed none of some products of channel ${channelId}, nor of others that it sells: such a response is not trusted.`,
    { method: 'GET', path: '/v3/catalog/products/channel-assignments', data: { channelId } },
  );

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
  const asking = { membershipId, ids: productIds, version: readVersion };
  const [control] = products.length === 0 ? [] : await controlsFor(tools, asking);
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
  const [control] =
    sold.length === 0 ? [] : await controlsFor(tools, { membershipId, ids: productIds, version: drawn });
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

function idOf({ knownParts }: RefreshTools, part: MarketPart): number {
  const id = knownParts.get(partName(part));
  if (id === undefined) throw new Error(`the market part ${partName(part)} was never begun`);
  return id;
}
