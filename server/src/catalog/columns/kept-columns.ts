import type { EventLoop } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { ChangedIds } from '../changes/change-log';
import type { ListDependency } from '../changes/list-dependencies';
import type { KeptRows } from './column-rows';
import { loadTitles, type Loading } from './load-columns';
import type { ProductColumns } from './product-columns';
import { type Polls, TitleFollowers } from './title-followers';
import type { TitlePlace } from './title-places';

/** The product columns of this process, up to date with the changes that it knows of. */
export interface KeptColumns {
  /**
   * Call for each read. Null until the columns are loaded, and while other instances' changes cannot be read.
   * @throws the database's error if changed products cannot be read
   */
  current(): Promise<ProductColumns | null>;
  /** Call after every change, whichever instance made it. */
  note(change: ChangedIds): void;
  /** Starts loading them. */
  start(): void;
  stop(): Promise<void>;
}

export interface KeptColumnsOptions {
  rows: KeptRows;
  /**
   * Reads all of them, piece by piece. Changes made meanwhile may be missing or included only in part.
   * @throws the signal's reason when aborted
   */
  load: (loading: Loading) => Promise<ProductColumns>;
  /** Brings changes by other instances to `note`. */
  feed: () => Polls & { catchUp(): Promise<void> | undefined; isBlind(): boolean };
  loop: Pick<EventLoop, 'turn' | 'now'>;
  logger: Logger;
}

// With more products than this, reloading everything is faster than reading them by id.
const mostStale = 5000;
const mostMoved = 500;

// While everything changes, constant reloading would slow down other reads: it takes a sixth of the time at most.
const restShare = 5;
const shortestRest = 1000;

interface Paced {
  start(): void;
  isRunning(): boolean;
  finish(): Promise<void>;
}

// All but text and SKU, whose filters are not answered from the columns.
const held = new Set<ListDependency>(['presence', 'created', 'price', 'title', 'categories', 'brand', 'stock', 'sale']);

/**
 * Keeps what lists filter and sort by in memory, so that a page in any order, with any filters, takes only the few
 * statements that read its products. A change is noted at once, and applied by the next read, which rereads the changed
 * products.
 */
export function createKeptColumns({ rows, load, feed, loop, logger }: KeptColumnsOptions): KeptColumns {
  const stopping = new AbortController();
  const loading = { loop, signal: stopping.signal };
  let columns: ProductColumns | null = null;
  let stale = new Set<number>();
  /** Products whose position by title may have changed. */
  let moved = new Set<number>();
  const followers = new TitleFollowers(feed);
  /** Columns whose order by title was read anew, and is shown once what moved meanwhile is placed. */
  let retitled: ProductColumns | null = null;
  let refresh: Promise<void> | null = null;
  /** Incremented when a load under way becomes useless. */
  let version = 0;

  function drop(): void {
    version += 1;
    columns = null;
    stale = new Set();
    moved = new Set();
    followers.clear();
  }

  const loadAll = paced('the product columns could not be loaded', async () => {
    // Before the first poll of the change log, changes go unnoticed.
    await feed().catchUp();
    const begunAt = version;
    stale = new Set();
    moved = new Set();
    const loaded = await load(loading);
    while (begunAt === version && stale.size > 0) await apply(loaded);
    if (begunAt !== version) return;
    columns = loaded;
    logger.debug('the product columns are loaded', { products: loaded.count });
  });

  const reloadTitles = paced('the order by title could not be loaded', async () => {
    moved = new Set();
    const of = columns;
    if (of === null) return;
    await loadTitles(of, { rows, ...loading });
    retitled = of;
  });

  /** Runs the work one at a time, with a rest after each. */
  function paced(failure: string, work: () => Promise<void>): Paced {
    let running: Promise<void> | null = null;
    let notBefore = -Infinity;

    async function run(): Promise<void> {
      const begun = loop.now();
      try {
        await work();
      } catch (error) {
        report(failure, error);
      }
      notBefore = loop.now() + Math.max(shortestRest, (loop.now() - begun) * restShare);
      running = null;
    }

    return {
      start() {
        if (running === null && loop.now() >= notBefore && !stopping.signal.aborted) running = run();
      },
      isRunning: () => running !== null,
      finish: async () => void (await running),
    };
  }

  function report(message: string, error: unknown): void {
    if (!stopping.signal.aborted)
      logger.warn(`${message}; lists are read without them`, { error: describeError(error) });
  }

  const hasTitleOrder = (of: ProductColumns) => of.hasTitles || retitled === of;

  function placeTitles(of: ProductColumns, places: readonly TitlePlace[] | null): void {
    retitled = null;
    if (places === null || !of.placeTitles(places) || of.byTitle.length !== of.count) {
      of.dropTitles();
      followers.clear();
      return;
    }
    of.hasTitles = true;
    followers.add(places);
    // Some of those in front may have moved while the places were read.
    moved = followers.including(moved);
  }

  /** Rereads stale products. */
  async function apply(to: ProductColumns): Promise<void> {
    const ids = [...stale];
    stale = new Set();
    const placesTitles = hasTitleOrder(to);
    const movedIds = placesTitles ? [...moved] : [];
    if (placesTitles) moved = new Set();
    try {
      const facts = await rows.factsOf(ids);
      const places = movedIds.length > mostMoved ? null : await rows.titlePlacesOf(movedIds, to);
      const published = new Set(facts.map(({ id }) => id));
      to.remove(ids.filter((id) => !published.has(id)));
      to.put(facts);
      if (placesTitles) placeTitles(to, places);
    } catch (error) {
      for (const id of ids) stale.add(id);
      for (const id of movedIds) moved.add(id);
      throw error;
    }
  }

  function startRefresh(of: ProductColumns): Promise<void> {
    refresh ??= apply(of).finally(() => {
      refresh = null;
    });
    return refresh;
  }

  async function bringUpToDate(kept: ProductColumns): Promise<void> {
    // The refresh under way may have begun before the last change.
    if (refresh) await refresh;
    // What is stale belongs to the columns that replaced these.
    if (columns !== kept) return;
    // Another read that waited for it may have started the next one, which takes with it what was stale.
    const isTitleBehind = kept.hasTitles ? moved.size > 0 : retitled === kept;
    if (refresh || stale.size > 0 || isTitleBehind) await startRefresh(kept);
  }

  return {
    async current() {
      const { catchUp, isBlind } = feed();
      const caught = catchUp();
      if (caught) await caught;
      if (isBlind()) return null;
      if (stale.size > mostStale && columns !== null) drop();
      if (columns === null) {
        loadAll.start();
        return null;
      }
      const kept = columns;
      await bringUpToDate(kept);
      if (columns !== kept) return null;
      if (!kept.hasTitles) reloadTitles.start();
      return kept;
    },

    note({ products, dependencies, isEverything }) {
      if (isEverything) drop();
      else if (columns === null && !loadAll.isRunning()) return;
      else if (dependencies.some((dependency) => held.has(dependency))) {
        for (const id of products) stale.add(id);
        if (dependencies.includes('title') || dependencies.includes('presence'))
          for (const id of followers.including(products)) moved.add(id);
      }
    },

    start: loadAll.start,

    async stop() {
      stopping.abort(new Error('The site stops.'));
      await Promise.allSettled([loadAll.finish(), reloadTitles.finish(), refresh]);
    },
  };
}
