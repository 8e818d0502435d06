import { idsPerRequest } from '../../upstream/reading/ids-per-request';
import { mustGoItemByItem } from './item-by-item';
import { keep } from '../runs/page-transaction';
import { writePage } from './page-writer';
import type { RunRecord } from '../runs/run-record';
import type { RunTools, Source } from './run-tools';
import { RunEndedError } from '../runs/sync-errors';
import { chunksOf } from '../../lib/chunks';

/**
 * Fetches by id the products that earlier runs failed to sync and that this run's listing did not contain. Products
 * that upstream no longer has are forgotten; removing them is not this step's job.
 */
export async function retryFailed(tools: RunTools, from: RunRecord, products: Source<'product'>): Promise<RunRecord> {
  const { deaths } = from;
  const isAlone = mustGoItemByItem(from);
  const page = from.phase === 'products' ? from.page : 0;
  let run = from;
  const ids = await tools.failed.unseenBy(run.id);
  for (const some of chunksOf(ids, isAlone ? 1 : idsPerRequest)) {
    tools.signal.throwIfAborted();
    const [id] = some;
    if (isAlone && id !== undefined && !(await tools.runs.noteItem(run, { entity: 'product', id })))
      throw new RunEndedError();
    const found = await products.readById(some);
    // A full listing counts them already.
    const unlisted = run.modifiedSince === null ? 0 : found.items.length + found.failures.length;
    const totals = { ...run.totals, product: (run.totals.product ?? 0) + unlisted };
    run = await writePage(tools, {
      run,
      entity: 'product',
      page: { ...found, progress: { phase: 'products', page, totals }, deaths },
    });
  }
  if (run.isDry) return run;
  return tools.store.transaction(async (transaction) => {
    await tools.failed.settle(transaction, run.id);
    return keep(tools, transaction, { run, seen: null, failures: [], deaths });
  });
}
