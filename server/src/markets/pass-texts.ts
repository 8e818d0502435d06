import type { TextReader, TextSubject } from '../upstream/markets/texts-reader';
import type { NamedIds } from './knex-named-ids';
import type { TextOwner, Texts } from './knex-texts';
import type { TextsPart } from './market-parts';
import { addToReport, type PassReport } from './part-pass';
import type { PassTools } from './pass-tools';

/** What else passes over texts need. */
export interface TextTools {
  texts: Texts;
  ids: NamedIds;
  /** `control`: an id that had texts before. */
  readerOf(of: TextSubject, part: TextsPart, control?: number): TextReader;
}

const entityOf = { texts: 'product', 'category texts': 'category', 'brand texts': 'brand' } as const;
const ownerOf = { texts: 'membership', 'category texts': 'categories', 'brand texts': null } as const;

/**
 * Reads the texts of a channel's products, its categories, or the brands in a locale, in order of their ids, from the
 * checkpoint on. An entity that the storefront does not show keeps its texts; so does one whose texts cannot be used,
 * which is a failure in the report.
 * @throws PassTakenOverError, the errors of `upstream-errors.ts`, or the signal's reason; the checkpoint remains
 */
export async function passTexts(
  tools: PassTools,
  { texts, ids, readerOf }: TextTools,
  part: TextsPart,
): Promise<PassReport> {
  const owner = await findOwner(tools, part);
  const reader = readerOf(entityOf[part.kind], part);
  let pass = await tools.passes.carry(part);
  for (;;) {
    tools.signal.throwIfAborted();
    const request = { kind: part.kind, ownerId: owner?.partId ?? null, limit: tools.productsPerPage };
    const some = await ids.after({ ...request, after: pass.position });
    const last = some.at(-1);
    if (last === undefined) break;
    const { texts: received, failures, readVersion } = await reader.read(some);
    const from = pass;
    pass = await tools.transaction(async (transaction) => {
      const { partId } = from;
      const outcome = await texts.upsert(transaction, { partId, owner, texts: received, readVersion });
      const failed = failures.map(({ id, reason }) => ({ productId: id, reason }));
      const next = { ...from, position: last, report: addToReport(from.report, outcome, failed) };
      await tools.passes.checkpoint(transaction, next);
      return next;
    });
  }
  const done = pass;
  await tools.transaction((transaction) => tools.passes.complete(transaction, done));
  return done.report;
}

async function findOwner({ passes }: PassTools, { kind, channelId }: TextsPart): Promise<TextOwner | null> {
  const owner = ownerOf[kind];
  return owner && { kind: owner, partId: await passes.idOf({ kind: owner, channelId }) };
}
