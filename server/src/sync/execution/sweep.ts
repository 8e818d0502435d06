import type { SweptProduct } from '../../catalog/model';
import type { CatalogPage, ItemFailure } from '../../upstream/upstream-catalog';
import { withoutDoubt } from './doubtful-listing';
import { idsPerRequest } from '../../upstream/reading/ids-per-request';
import { passItemByItem, readAheadOf } from './item-by-item';
import { readListing } from './listed-pages';
import { keep } from '../runs/page-transaction';
import { noteWritten, writePage } from './page-writer';
import { addOutcomes, type RunRecord } from '../runs/run-record';
import type { RunTools, Source } from './run-tools';

/**
 * Compares everything upstream lists with everything that is cached, and fetches what differs: stock, images, variants
 * and assignments may change without affecting `date_modified` (upstream 2.2). What the run fetched before is not
 * compared again. Products that are no longer listed stay unseen, for the removal that follows.
 */
export async function sweepProducts(tools: RunTools, from: RunRecord, products: Source<'product'>): Promise<RunRecord> {
  if (from.phase === 'removal') return from;
  const { upstream, channelId, signal } = tools;
  const begun: RunRecord = from.phase === 'sweep' ? from : { ...from, phase: 'sweep', page: 0 };
  const readIds = (page: number) => upstream.readProductIds({ of: 'sweep', page, signal });
  const passed = await passItemByItem(tools, begun, {
    source: products,
    phase: 'sweep',
    page: begun.page + 1,
    readIds,
  });
  let { run } = passed;
  let differing: number[] = [];
  // After a crash, what differs on a page is fetched before the next page, so that the page that causes it is found.
  const leastFetched = from.deaths > 0 ? 1 : idsPerRequest;

  const listing = readListing({
    firstPage: passed.next,
    readAhead: readAheadOf(run),
    readPage: withoutDoubt(tools, {
      entity: 'product',
      run: from,
      readPage: (page) => upstream.sweepProducts({ page, channelId, signal }),
    }),
  });
  for await (const page of listing) {
    signal.throwIfAborted();
    const compared = await comparePage(tools, run, page);
    run = compared.run;
    noteWritten(tools, run, 'product');
    differing.push(...compared.differing);
    while (differing.length >= leastFetched) {
      run = await fetchAgain(tools, run, { products, ids: differing.slice(0, idsPerRequest) });
      differing = differing.slice(idsPerRequest);
    }
    // The page is done only if nothing differs: until it is fetched, what differs is known only here.
    if (differing.length === 0) run = { ...run, page: page.page, deaths: 0 };
  }
  if (differing.length > 0) run = await fetchAgain(tools, run, { products, ids: differing });
  return run;
}

async function comparePage(
  tools: RunTools,
  from: RunRecord,
  page: CatalogPage<SweptProduct>,
): Promise<{ run: RunRecord; differing: number[] }> {
  const listed = [...page.items.map(({ item }) => item.id), ...page.failures.flatMap(({ id }) => id ?? [])];
  const fetched = await tools.runs.seenAmong(from.id, { entity: 'product', ids: listed });
  const fresh = page.items.filter(({ item }) => !fetched.has(item.id));
  const unusable = page.failures.filter(({ id }) => id === null || !fetched.has(id));

  let run: RunRecord = { ...from, totals: { ...from.totals, product: page.total } };
  const differing: number[] = [];
  for await (const { items, isLast } of tools.workScheduler.batches(fresh)) {
    tools.signal.throwIfAborted();
    const compared = await comparePiece(tools, run, {
      items,
      failures: isLast ? unusable : [],
      readVersion: page.readVersion,
    });
    run = compared.run;
    differing.push(...compared.differing);
  }
  return { run, differing };
}

async function comparePiece(
  tools: RunTools,
  run: RunRecord,
  {
    items,
    failures,
    readVersion,
  }: { items: readonly SweptProduct[]; failures: readonly ItemFailure[]; readVersion: number },
): Promise<{ run: RunRecord; differing: number[] }> {
  return tools.store.transaction(async (transaction) => {
    const ids = items.map(({ item }) => item.id);
    // No older response is written between the comparison and the end of the transaction.
    if (!run.isDry) await tools.readVersions.lock(transaction, { entity: 'product', ids });
    const differing = await tools.store.findDiffering(transaction, items);
    const changed = new Set(differing);
    const same = ids.filter((id) => !changed.has(id));
    // Of what differs, an older response may still be written: the run may end before it fetches a newer one.
    if (!run.isDry)
      await tools.readVersions.raise(transaction, {
        entity: 'product',
        responses: [{ ids: same, readVersion }],
        seen: { at: tools.clock.now(), by: { kind: 'run', runId: run.id } },
      });
    const outcomes = same.map((id) => ({ id, kind: 'unchanged' as const }));
    const counts = addOutcomes(run.counts, 'product', { outcomes, failed: failures.length });
    const seen = { entity: 'product' as const, ids: [...same, ...failures.flatMap(({ id }) => id ?? [])] };
    // Comparing a page again does not mean that the run gets past what crashed it.
    const { deaths } = run;
    return { run: await keep(tools, transaction, { run: { ...run, counts }, seen, failures, deaths }), differing };
  });
}

async function fetchAgain(
  tools: RunTools,
  run: RunRecord,
  { products, ids }: { products: Source<'product'>; ids: readonly number[] },
): Promise<RunRecord> {
  tools.signal.throwIfAborted();
  const found = await products.readById(ids);
  // What vanished since it was listed no longer belongs to upstream's count.
  const vanished = ids.length - found.items.length - found.failures.length;
  const totals = { ...run.totals, product: Math.max(0, (run.totals.product ?? 0) - vanished) };
  return writePage(tools, { run, entity: 'product', page: { ...found, progress: { totals } } });
}
