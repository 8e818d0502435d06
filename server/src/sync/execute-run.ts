import type { RunPhase } from '../../../contracts/admin/runs';
import type { CatalogItems, CatalogStore } from '../catalog/catalog-store';
import type { EntityKind } from '../catalog/catalog-types';
import type { Clock } from '../lib/clock';
import type { ByIdResult, CatalogPage, UpstreamCatalog } from '../upstream/upstream-catalog';
import { readListing } from './listing';
import type { ObservationSupply } from './observation-supply';
import { writeAnswer } from './page-writer';
import { findGone, type RemovalLimit } from './removal';
import type { RunRecord } from './run-record';
import type { RunStore } from './run-store';

export interface RunTools {
  upstream: UpstreamCatalog;
  store: CatalogStore;
  runs: RunStore;
  clock: Clock;
  observations: ObservationSupply;
  /** Requests made for this run so far, also before it was taken over. */
  requestCount: () => number;
  channelId: number;
  removalLimit: RemovalLimit;
  /** Aborted when the run is cancelled, when its lease is lost, or when the site stops. */
  signal: AbortSignal;
}

/** How one kind of entity is read. */
interface Source<Kind extends EntityKind> {
  entity: Kind;
  phase: RunPhase;
  readPage(page: number): Promise<CatalogPage<CatalogItems[Kind]>>;
  readById(ids: readonly number[]): Promise<ByIdResult<CatalogItems[Kind]>>;
}

/**
 * Carries a run from its checkpoint to its end: categories, brands, products, then removal (decisions 5.1).
 * An incremental run removes nothing: what was not modified is not listed.
 * @returns the run as committed last; its outcome is the caller's to compute
 * @throws what upstream or the database threw; the checkpoint stands, so the run can be taken up again
 */
export async function executeRun(tools: RunTools, from: RunRecord): Promise<RunRecord> {
  const { upstream, signal, channelId } = tools;
  const products: Source<'product'> = {
    entity: 'product',
    phase: 'products',
    readPage: (page) =>
      upstream.readProducts({ page, channelId, signal, ...(from.modifiedSince && { modifiedSince: from.modifiedSince }) }),
    readById: (ids) => upstream.readProductsById({ ids, channelId, signal }),
  };
  const categories: Source<'category'> = {
    entity: 'category',
    phase: 'categories',
    readPage: (page) => upstream.readCategories({ page, channelId, signal }),
    readById: (ids) => upstream.readCategoriesById({ ids, channelId, signal }),
  };
  const brands: Source<'brand'> = {
    entity: 'brand',
    phase: 'brands',
    readPage: (page) => upstream.readBrands({ page, signal }),
    readById: (ids) => upstream.readBrandsById({ ids, signal }),
  };

  let run = from;
  // Products come last, so that the categories and brands they name are there to be related to.
  run = await copyListing(tools, run, categories);
  run = await copyListing(tools, run, brands);
  run = await copyListing(tools, run, products);
  if (run.mode === 'full') {
    run = await removeGone(tools, run, products);
    run = await removeGone(tools, run, categories);
    run = await removeGone(tools, run, brands);
  }
  return run;
}

const phases: readonly RunPhase[] = ['starting', 'categories', 'brands', 'products', 'removal', 'finished'];

async function copyListing<Kind extends EntityKind>(tools: RunTools, from: RunRecord, source: Source<Kind>): Promise<RunRecord> {
  if (phases.indexOf(from.phase) > phases.indexOf(source.phase)) return from;
  let run = from;
  const listing = readListing({
    firstPage: run.phase === source.phase ? run.page + 1 : 1,
    drawObservation: () => tools.observations.next(),
    readPage: source.readPage,
  });
  for await (const { page, observation } of listing) {
    tools.signal.throwIfAborted();
    run = await writeAnswer(
      tools,
      run,
      { entity: source.entity, items: page.items, failures: page.failures, observation },
      {
        phase: source.phase,
        page: page.page,
        requests: tools.requestCount(),
        ...(source.entity === 'product' && { total: page.total }),
      },
    );
  }
  return run;
}

async function removeGone<Kind extends EntityKind>(tools: RunTools, from: RunRecord, source: Source<Kind>): Promise<RunRecord> {
  const { store, runs, clock, signal } = tools;
  let run: RunRecord = { ...from, phase: 'removal', page: 0 };

  const gone = await findGone({
    entity: source.entity,
    run,
    store,
    limit: tools.removalLimit,
    drawObservation: () => tools.observations.next(),
    readById: source.readById,
    onFound: async (found, observation) => {
      signal.throwIfAborted();
      run = await writeAnswer(tools, run, { entity: source.entity, ...found, observation }, { requests: tools.requestCount() });
    },
  });

  for (const { ids, observation } of gone) {
    signal.throwIfAborted();
    run = await tools.observations.transaction(async (transaction) => {
      const removed = await store.remove(transaction, { entity: source.entity, ids, observation, now: clock.now() });
      const counts = run.counts[source.entity];
      const next: RunRecord = {
        ...run,
        requests: tools.requestCount(),
        counts: { ...run.counts, [source.entity]: { ...counts, removed: counts.removed + removed.length } },
      };
      await runs.checkpoint(transaction, { run: next, seen: null, failures: [] });
      return next;
    });
  }
  return run;
}
