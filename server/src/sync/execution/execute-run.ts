import type { RunPhase } from '../../../../contracts/admin/runs';
import type { CatalogItems } from '../../catalog/writing';
import type { EntityKind } from '../../catalog/model';
import type { ByIdResult, CatalogPage, IdPage } from '../../upstream/upstream-catalog';
import { withoutDoubt } from './doubtful-listing';
import { retryFailed } from './failed-products';
import { leaveOutItemInProgress, passItemByItem, readAheadOf } from './item-by-item';
import { readListing } from './listed-pages';
import type { ReceivedPage } from '../runs/page-transaction';
import { writePage } from './page-writer';
import { removeMissing } from './removal';
import type { RunRecord } from '../runs/run-record';
import type { RunTools, Source } from './run-tools';
import { sweepProducts } from './sweep';

/**
 * Carries a run from its checkpoint to its end: categories, brands, products, the sweep, then removal (behavior 5.1,
 * 5.2). An incremental run removes nothing, since it does not list what was not modified.
 * @returns the run as last committed; computing its outcome is up to the caller
 * @throws what upstream or the database threw; the checkpoint remains, so the run can be resumed
 */
export async function executeRun(tools: RunTools, from: RunRecord): Promise<RunRecord> {
  const { upstream, signal, channelId } = tools;
  const products: Source<'product'> = {
    entity: 'product',
    phase: 'products',
    readPage: (page) =>
      upstream.readProducts({
        page,
        channelId,
        signal,
        ...(from.modifiedSince && { modifiedSince: from.modifiedSince }),
      }),
    readIds: (page) =>
      upstream.readProductIds({
        of: 'listing',
        page,
        signal,
        ...(from.modifiedSince && { modifiedSince: from.modifiedSince }),
      }),
    readById: (ids) => upstream.readProductsById({ ids, channelId, signal }),
  };
  const categories: Source<'category'> = {
    entity: 'category',
    phase: 'categories',
    readPage: (page) => upstream.readCategories({ page, channelId, signal }),
    readIds: async (page) => idsOf(await upstream.readCategories({ page, channelId, signal })),
    readById: (ids) => upstream.readCategoriesById({ ids, channelId, signal }),
  };
  const brands: Source<'brand'> = {
    entity: 'brand',
    phase: 'brands',
    readPage: (page) => upstream.readBrands({ page, signal }),
    readIds: async (page) => idsOf(await upstream.readBrands({ page, signal })),
    readById: (ids) => upstream.readBrandsById({ ids, signal }),
  };

  let run = await leaveOutItemInProgress(tools, from);
  // Products come last, so that the categories and brands they reference exist.
  run = await copyListing(tools, run, categories);
  run = await copyListing(tools, run, brands);
  run = await copyListing(tools, run, products);
  if (phases.indexOf(run.phase) <= phases.indexOf('products')) run = await retryFailed(tools, run, products);
  if (run.mode === 'sweep') run = await sweepProducts(tools, run, products);
  if (run.mode !== 'incremental') {
    run = await removeMissing(tools, run, products);
    run = await removeMissing(tools, run, categories);
    run = await removeMissing(tools, run, brands);
  }
  return run;
}

/** The phases that a run passes through, in their order. */
export const phases: readonly RunPhase[] = [
  'starting',
  'categories',
  'brands',
  'products',
  'sweep',
  'removal',
  'finished',
];

async function copyListing<Kind extends EntityKind>(
  tools: RunTools,
  from: RunRecord,
  source: Source<Kind>,
): Promise<RunRecord> {
  if (phases.indexOf(from.phase) > phases.indexOf(source.phase)) return from;
  let isResumed = from.phase === source.phase;
  const page = isResumed ? from.page + 1 : 1;
  const passed = await passItemByItem(tools, from, { source, phase: source.phase, page, readIds: source.readIds });
  let { run } = passed;
  isResumed &&= passed.next === page;
  const listing = readListing({
    firstPage: passed.next,
    readAhead: readAheadOf(run),
    readPage:
      source.entity === 'product' && from.modifiedSince
        ? source.readPage
        : withoutDoubt(tools, { ...source, run: from }),
  });
  for await (const page of listing) {
    tools.signal.throwIfAborted();
    // Past the last page there is nothing to write, and a checkpoint would count as progress.
    if (isPastLast(page)) {
      const total = Math.max(page.total, run.totals[source.entity] ?? 0);
      run = { ...run, totals: { ...run.totals, [source.entity]: total } };
      continue;
    }
    const fresh = isResumed ? await withoutSeen(tools, run, { entity: source.entity, ...page }) : page;
    isResumed = false;
    const received: ReceivedPage<Kind> = {
      items: fresh.items,
      failures: fresh.failures,
      readVersion: page.readVersion,
      progress: {
        phase: source.phase,
        page: page.page,
        totals: { ...run.totals, [source.entity]: totalAfter(run, { entity: source.entity, total: page.total }) },
      },
    };
    // Creating a page's items takes some milliseconds.
    await tools.workScheduler.yieldIfDue();
    run = await writePage(tools, { run, entity: source.entity, page: received });
  }
  return run;
}

/**
 * Of a listing of what was modified, the largest total: if a record of an earlier page was deleted meanwhile, the next
 * page skipped one, which only another listing finds. If it would have come later, nothing was skipped, which the
 * totals do not show. A complete run looks for those that it did not list.
 */
function totalAfter(run: RunRecord, { entity, total }: { entity: EntityKind; total: number }): number {
  return run.modifiedSince === null ? total : Math.max(total, run.totals[entity] ?? 0);
}

function isPastLast({ received, page }: CatalogPage<unknown>): boolean {
  return received === 0 && page > 1;
}

/** The ids of a page, including those of unusable items. */
function idsOf({ items, failures, received, total, totalPages }: CatalogPage<{ id: number }>): IdPage {
  return { ids: [...items, ...failures].flatMap(({ id }) => id ?? []), received, total, totalPages };
}

/** The page at which a run resumes may have been written in part: leaves out the items that were counted already. */
async function withoutSeen<Kind extends EntityKind>(
  tools: RunTools,
  run: RunRecord,
  { entity, items, failures }: Pick<ByIdResult<CatalogItems[Kind]>, 'items' | 'failures'> & { entity: Kind },
): Promise<Pick<ByIdResult<CatalogItems[Kind]>, 'items' | 'failures'>> {
  const ids = [...items, ...failures].flatMap(({ id }) => id ?? []);
  const seen = await tools.runs.seenAmong(run.id, { entity, ids });
  return {
    items: items.filter(({ id }) => !seen.has(id)),
    failures: failures.filter(({ id }) => id === null || !seen.has(id)),
  };
}
