import { betweenLooks } from '../catalog/removal';
import { chunksOf } from '../lib/chunks';
import type { AssignmentPage } from '../upstream/assignments-client';
import { idsPerRequest } from '../upstream/ids-per-request';
import { UpstreamResponseError } from '../upstream/upstream-errors';
import { EmptyChannelError, MassUnassignmentError } from './market-errors';
import type { MembershipPart } from './market-parts';
import { addToReport, type PartPass, type PassReport } from './part-pass';
import type { PassTools } from './pass-tools';

/**
 * `doubt`: what would remove much is not believed (behavior 10.2, 10.4); `everything`: an administrator confirmed what
 * upstream says.
 */
export type PassTrust = 'doubt' | 'everything';

// A response that shows neither what is asked for nor any of these is not believed (behavior 10.4).
const controlsPerRequest = 3;
const retries = 2;

/**
 * Reads which products a channel sells, page by page, from the checkpoint on; then looks once more for those that were
 * not listed, and removes what two complete responses do not have (behavior 10.1).
 * @throws EmptyChannelError, MassUnassignmentError when that would remove more than is believed; nothing is removed then
 * @throws PassTakenOverError, the errors of `upstream-errors.ts`, or the signal's reason; the checkpoint remains
 */
export async function passMembership(
  tools: PassTools,
  part: MembershipPart,
  trust: PassTrust = 'doubt',
): Promise<PassReport> {
  let pass = await tools.passes.carry(part);
  if (pass.phase === 'listing') pass = await list(tools, { part, trust, pass });
  pass = await removeUnlisted(tools, { part, trust, pass });
  await tools.transaction((transaction) => tools.passes.complete(transaction, pass));
  return pass.report;
}

interface Carried {
  part: MembershipPart;
  trust: PassTrust;
  pass: PartPass;
}

async function list(tools: PassTools, { part, trust, pass: from }: Carried): Promise<PartPass> {
  const { partId } = from;
  let pass = from;
  for (let page = pass.position + 1; ; page += 1) {
    tools.signal.throwIfAborted();
    const response = await readPage(tools, { part, trust, pass }, page);
    const { productIds, readVersion, received, totalPages } = response;
    const isLast = received === 0 || page >= totalPages;
    pass = await tools.transaction(async (transaction) => {
      const outcome = await tools.members.add(transaction, { partId, productIds, readVersion });
      const report = addToReport(pass.report, outcome);
      const next: PartPass = { ...pass, position: page, phase: isLast ? 'removal' : 'listing', report };
      await tools.passes.checkpoint(transaction, next);
      return next;
    });
    if (isLast) return pass;
  }
}

/** An empty listing of a channel that sold something is doubtful: asked for twice more, and then an error. */
async function readPage(
  { assignments, members, clock, signal }: PassTools,
  { part: { channelId }, trust, pass }: Carried,
  page: number,
): Promise<AssignmentPage> {
  for (let tries = 0; ; tries += 1) {
    const response = await assignments.page({ channelId, page, signal });
    if (trust === 'everything' || response.received > 0 || response.total > 0) return response;
    const cached = await members.count(pass.partId);
    if (cached === 0) return response;
    if (tries === retries) throw new EmptyChannelError({ channelId, cached });
    await clock.wait(betweenLooks, signal);
  }
}

interface Unassigned {
  productIds: number[];
  readVersion: number;
}

async function removeUnlisted(tools: PassTools, { part, trust, pass: from }: Carried): Promise<PartPass> {
  const { members, passes, signal, removalLimit } = tools;
  const { partId } = from;
  const unlisted = await readUnlisted(tools, from);
  if (unlisted.length > 0) await tools.clock.wait(betweenLooks, signal);
  const { pass: looked, unassigned } = await lookAgain(tools, { part, trust, pass: from }, unlisted);

  const missing = unassigned.reduce((sum, { productIds }) => sum + productIds.length, 0);
  const cached = await members.count(partId);
  const isMass = missing > removalLimit.minimum && missing > (cached * removalLimit.percent) / 100;
  if (isMass && trust === 'doubt') throw new MassUnassignmentError({ channelId: part.channelId, missing, cached });

  let pass = looked;
  for (const claim of unassigned) {
    signal.throwIfAborted();
    pass = await tools.transaction(async (transaction) => {
      const removed = await members.remove(transaction, { partId, ...claim });
      const next = { ...pass, report: addToReport(pass.report, { removed: removed.length }) };
      await passes.checkpoint(transaction, next);
      return next;
    });
  }
  return pass;
}

async function readUnlisted({ members }: PassTools, { partId, firstReadVersion: since }: PartPass): Promise<number[]> {
  const all: number[] = [];
  const limit = 1000;
  for (;;) {
    const some = await members.unseen({ partId, since, after: all.at(-1) ?? 0, limit });
    all.push(...some);
    if (some.length < limit) return all;
  }
}

/** The second look, by id: what is there after all is written, the rest is returned. */
async function lookAgain(
  tools: PassTools,
  { part: { channelId }, pass: from }: Carried,
  unlisted: readonly number[],
): Promise<{ pass: PartPass; unassigned: Unassigned[] }> {
  const { members, assignments, signal } = tools;
  const { partId, firstReadVersion: since } = from;
  const controls = await members.seen({ partId, since, limit: controlsPerRequest });
  const unassigned: Unassigned[] = [];
  let pass = from;
  for (const ids of chunksOf(unlisted, idsPerRequest - controls.length)) {
    signal.throwIfAborted();
    const response = await assignments.among({ channelId, productIds: [...ids, ...controls], signal });
    const shown = new Set(response.productIds);
    if (controls.length > 0 && shown.size === 0) throw withoutControls(channelId);
    const { readVersion } = response;
    const productIds = ids.filter((id) => shown.has(id));
    if (productIds.length > 0) {
      pass = await tools.transaction(async (transaction) => {
        const outcome = await members.add(transaction, { partId, productIds, readVersion });
        const next = { ...pass, report: addToReport(pass.report, outcome) };
        await tools.passes.checkpoint(transaction, next);
        return next;
      });
    }
    unassigned.push({ productIds: ids.filter((id) => !shown.has(id)), readVersion });
  }
  return { pass, unassigned };
}

function withoutControls(channelId: number): UpstreamResponseError {
  return new UpstreamResponseError(
    `Upstream showed none of some products of channel ${channelId}, nor of those that it had just listed: such a response is not believed.`,
    { method: 'GET', path: '/v3/catalog/products/channel-assignments', data: { channelId } },
  );
}
