import { requestsAtOnce } from '../upstream/pacing';
import type { CatalogPage } from '../upstream/upstream-catalog';
import { startDeadline } from '../lib/clock';
import { milliseconds } from '../lib/durations';

// While some pages are written the next ones are being fetched, or wait to be written.
const usualReadAhead = 6;

// Three pages in one transaction take an eighth less of the processor than one or two, above all on SQLite: each writes
// the same pages of the indexes again. Where upstream is slower than this, it is not writing that takes the time.
const pagesTogether = 3;
const longestWaitForOthers = milliseconds(50);

/**
 * Reads a listing to its last page as upstream reports it, some pages ahead of the consumer, in order. The consumer
 * gets all pages that have arrived together; a page waits a moment for the next ones. A request that would only queue
 * is not made yet: other requests of ours go first.
 * @param options.firstPage where to start, from 1
 */
export async function* readListing<Item>(options: {
  firstPage: number;
  /**
   * How many pages may be in flight or waiting; with 1, a page is requested only once the consumer is done with the
   * previous one.
   */
  readAhead?: number | undefined;
  readPage: (page: number) => Promise<CatalogPage<Item>>;
}): AsyncGenerator<CatalogPage<Item>[]> {
  const { firstPage, readPage, readAhead = usualReadAhead } = options;

  const ahead: RequestedPage<Item>[] = [];
  let next = firstPage;
  let lastPage = firstPage;
  let isOver = false;
  const requestMore = () => {
    for (
      ;
      !isOver && next <= lastPage && ahead.length < readAhead && countOnTheirWay(ahead) < requestsAtOnce;
      next += 1
    ) {
      ahead.push(requested(readPage(next), { onArrival }));
    }
  };
  const onArrival = (arrived: CatalogPage<Item>) => {
    if (isEmpty(arrived)) isOver = true;
    requestMore();
  };

  try {
    requestMore();
    while (ahead.length > 0) {
      const pages = await takeArrived(ahead);
      lastPage = pages.at(-1)?.totalPages ?? lastPage;
      if (readAhead > 1) requestMore();
      yield pages;
      if (pages.some(isEmpty)) return;
      requestMore();
    }
  } finally {
    isOver = true;
  }
}

/** Upstream's page count is not always reliable: an empty page is the end (upstream 2.2). */
function isEmpty({ received }: CatalogPage<unknown>): boolean {
  return received === 0;
}

interface RequestedPage<Item> {
  arrival: Promise<CatalogPage<Item>>;
  /** Null while it is in flight. */
  arrived: CatalogPage<Item> | null;
}

function requested<Item>(
  arrival: Promise<CatalogPage<Item>>,
  { onArrival }: { onArrival: (arrived: CatalogPage<Item>) => void },
): RequestedPage<Item> {
  const page: RequestedPage<Item> = { arrival, arrived: null };
  // A failure is handled when its page is consumed; without this, one of a page read ahead would end the process.
  arrival.then(
    (arrived) => {
      page.arrived = arrived;
      onArrival(arrived);
    },
    () => undefined,
  );
  return page;
}

/** A failed page stays among them: the pages after it are not needed. */
function countOnTheirWay(ahead: readonly RequestedPage<unknown>[]): number {
  return ahead.filter(({ arrived }) => !arrived).length;
}

/** Waits for the first page, and returns it with those that have arrived by then or a moment later. */
async function takeArrived<Item>(ahead: RequestedPage<Item>[]): Promise<CatalogPage<Item>[]> {
  await ahead[0]?.arrival;
  await companyOf(ahead.slice(1, pagesTogether));
  const pages: CatalogPage<Item>[] = [];
  for (let page = ahead[0]; page?.arrived; page = ahead[0]) {
    pages.push(page.arrived);
    ahead.shift();
  }
  return pages;
}

/** Resolves when all of them have arrived or failed, and after a moment in any case. */
async function companyOf(pages: readonly RequestedPage<unknown>[]): Promise<void> {
  if (pages.every(({ arrived }) => arrived)) return;
  await new Promise<void>((resolve) => {
    const stopWaiting = startDeadline(longestWaitForOthers, resolve);
    void Promise.allSettled(pages.map(({ arrival }) => arrival)).then(() => {
      stopWaiting();
      resolve();
    });
  });
}
