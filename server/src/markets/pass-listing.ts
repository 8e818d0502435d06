import { confirmationDelay } from '../catalog/removal';
import type { Transaction } from '../database/database';
import { chunksOf } from '../lib/chunks';
import { idsPerRequest } from '../upstream/reading/ids-per-request';
import type { PartIds } from './knex-part-rows';
import type { VersionClaim } from './knex-part-versions';
import { DoubtfulLookError, HeldPassError } from './market-errors';
import type { MarketPart } from './market-parts';
import { addToReport, type PartPass, type PassCounts, type PassReport } from './part-pass';
import type { PassTools } from './pass-tools';

/**
 * `doubt`: responses that would remove a lot are not trusted (behavior 10.2, 10.4); `everything`: an administrator
 * confirmed the removal.
 */
export type PassTrust = 'doubt' | 'everything';

/** The contents of a response, to be written by the transaction that writes the checkpoint. */
export interface ListingResponse {
  readVersion: number;
  write(transaction: Transaction, partId: number): Promise<Partial<PassCounts>>;
  /** Items that cannot be used. */
  failures: PassReport['failures'];
}

export interface ListingPage extends ListingResponse {
  received: number;
  total: number;
  totalPages: number;
}

/** The contents of a response about some ids. */
export interface ListingIds extends ListingResponse {
  /** The ids that upstream has, usable or not. */
  shown: ReadonlySet<number>;
}

/** What a channel has, listed page by page; what upstream no longer lists is removed. */
export interface PartListing {
  ids: PartIds;
  page(page: number): Promise<ListingPage>;
  /** At most fifty ids and controls; for controls, only `shown` is returned. */
  among(asked: { ids: readonly number[]; controls: readonly number[] }): Promise<ListingIds>;
  /** @returns the removed ids */
  remove(transaction: Transaction, claim: VersionClaim): Promise<number[]>;
  /** Upstream lists nothing, but this many are stored. */
  emptied(cached: number): Error;
  /** More would be removed than is plausible at once. */
  held(counts: { missing: number; cached: number }): Error;
  /** A response contained neither the requested ids, nor any that upstream had just listed. */
  withoutControls(): Error;
}

// A response that contains neither the requested ids nor any of these is not trusted (behavior 10.4).
const controlsPerRequest = 3;
const retries = 2;

interface Carried {
  listing: PartListing;
  trust: PassTrust;
  pass: PartPass;
}

/**
 * Reads what a channel has, page by page, from the checkpoint on; then checks again what was not listed, and removes
 * what both complete responses lack (behavior 10.1).
 * @throws the listing's own errors when a response is not trusted: nothing more is removed, the next pass begins anew
 * @throws PassTakenOverError, the errors of `upstream-errors.ts`, or the signal's reason; the checkpoint remains
 */
export async function passListing(
  tools: PassTools,
  part: MarketPart,
  { listing, trust }: Omit<Carried, 'pass'>,
): Promise<PassReport> {
  const pass = await tools.passes.carry(part);
  try {
    return await passToEnd(tools, { listing, trust, pass });
  } catch (error) {
    // The next pass must read what is new, and an approval counts until a pass that began after it is complete.
    if (error instanceof HeldPassError || error instanceof DoubtfulLookError)
      await tools.transaction((transaction) => tools.passes.giveUp(transaction, pass));
    throw error;
  }
}

async function passToEnd(tools: PassTools, { listing, trust, pass: from }: Carried): Promise<PassReport> {
  const listed = from.phase === 'listing' ? await list(tools, { listing, trust, pass: from }) : from;
  const pass = await removeUnlisted(tools, { listing, trust, pass: listed });
  await tools.transaction(async (transaction) => {
    if (trust === 'everything') await tools.partRemovals.forget(transaction, pass.partId);
    await tools.passes.complete(transaction, pass);
  });
  return pass.report;
}

async function list(tools: PassTools, { listing, trust, pass: from }: Carried): Promise<PartPass> {
  let pass = from;
  for (let page = pass.position + 1; ; page += 1) {
    tools.signal.throwIfAborted();
    const response = await readPage(tools, { listing, trust, pass }, page);
    const isLast = response.received === 0 || page >= response.totalPages;
    pass = await writeResponse(tools, response, {
      ...pass,
      position: page,
      phase: isLast ? 'removal' : 'listing',
    });
    if (isLast) return pass;
  }
}

/** An empty listing is doubtful if something is stored: it is requested twice more, and is then an error. */
async function readPage(
  { clock, signal }: PassTools,
  { listing, trust, pass }: Carried,
  page: number,
): Promise<ListingPage> {
  for (let tries = 0; ; tries += 1) {
    const response = await listing.page(page);
    if (trust === 'everything' || response.received > 0 || response.total > 0) return response;
    const cached = await listing.ids.count(pass.partId);
    if (cached === 0) return response;
    if (tries === retries) throw listing.emptied(cached);
    await clock.wait(confirmationDelay, signal);
  }
}

function writeResponse(
  { passes, transaction: run }: PassTools,
  response: ListingResponse,
  pass: PartPass,
): Promise<PartPass> {
  return run(async (transaction) => {
    const outcome = await response.write(transaction, pass.partId);
    const next: PartPass = { ...pass, report: addToReport(pass.report, outcome, response.failures) };
    await passes.checkpoint(transaction, next);
    return next;
  });
}

interface Missing {
  productIds: number[];
  readVersion: number;
}

async function removeUnlisted(tools: PassTools, { listing, trust, pass: from }: Carried): Promise<PartPass> {
  const { passes, partRemovals, signal } = tools;
  const { partId } = from;
  const unlisted = await readUnlisted(listing.ids, from);
  if (unlisted.length > 0) await tools.clock.wait(confirmationDelay, signal);
  const { pass: looked, gone } = await confirmMissing(tools, { listing, trust, pass: from }, unlisted);

  const missing = gone.reduce((sum, { productIds }) => sum + productIds.length, 0);
  const { ids, held } = listing;
  const refuseMass = async (transaction: Transaction, count: number): Promise<void> => {
    if (trust === 'doubt') await partRemovals.refuseMass(transaction, { partId, missing: count, ids, held });
  };
  if (missing > 0) await tools.transaction((transaction) => refuseMass(transaction, missing));
  let pass = looked;
  for (const claim of gone) {
    signal.throwIfAborted();
    pass = await tools.transaction(async (transaction) => {
      // Others may have removed some meanwhile.
      await refuseMass(transaction, claim.productIds.length);
      const removed = await listing.remove(transaction, { partId, ...claim });
      if (trust === 'doubt') await partRemovals.note(transaction, { partId, records: removed.length });
      const next = { ...pass, report: addToReport(pass.report, { removed: removed.length }) };
      await passes.checkpoint(transaction, next);
      return next;
    });
  }
  return pass;
}

async function readUnlisted(ids: PartIds, { partId, firstReadVersion: since }: PartPass): Promise<number[]> {
  const all: number[] = [];
  const limit = 1000;
  for (;;) {
    const some = await ids.unseen({ partId, since, after: all.at(-1) ?? 0, limit });
    all.push(...some);
    if (some.length < limit) return all;
  }
}

/** The second look, by id: what exists after all is written, the rest is returned. */
async function confirmMissing(
  tools: PassTools,
  { listing, pass: from }: Carried,
  unlisted: readonly number[],
): Promise<{ pass: PartPass; gone: Missing[] }> {
  const { partId, firstReadVersion: since } = from;
  const controls = await listing.ids.seen({ partId, since, limit: controlsPerRequest });
  const gone: Missing[] = [];
  let pass = from;
  for (const ids of chunksOf(unlisted, idsPerRequest - controls.length)) {
    tools.signal.throwIfAborted();
    const response = await listing.among({ ids, controls });
    const { shown, readVersion } = response;
    if (controls.length > 0 && shown.size === 0) throw listing.withoutControls();
    if (ids.some((id) => shown.has(id)))
      // What cannot be used was counted when it was listed.
      pass = await writeResponse(tools, { ...response, failures: [] }, pass);
    gone.push({ productIds: ids.filter((id) => !shown.has(id)), readVersion });
  }
  return { pass, gone };
}
