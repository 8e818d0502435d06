import { requestsAtOnce } from '../../upstream/pacing/pacing';
import type { CatalogPage } from '../../upstream/upstream-catalog';

// While some pages are written, the next ones are fetched or wait to be written.
const usualReadAhead = 6;

/**
 * Reads a listing in order to the last page that upstream reports, some pages ahead of the consumer. A request that
 * would only queue is not made yet, to let other requests go first.
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
}): AsyncGenerator<CatalogPage<Item>> {
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
    for (let page = ahead[0]; page; page = ahead[0]) {
      const arrived = await page.arrival;
      ahead.shift();
      lastPage = arrived.totalPages;
      if (readAhead > 1) requestMore();
      yield arrived;
      if (isEmpty(arrived)) return;
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
  isInFlight: boolean;
}

function requested<Item>(
  arrival: Promise<CatalogPage<Item>>,
  { onArrival }: { onArrival: (arrived: CatalogPage<Item>) => void },
): RequestedPage<Item> {
  const page: RequestedPage<Item> = { arrival, isInFlight: true };
  // A failure is handled when its page is consumed; unhandled, that of a page read ahead would end the process.
  arrival.then(
    (arrived) => {
      page.isInFlight = false;
      onArrival(arrived);
    },
    () => undefined,
  );
  return page;
}

/** Includes failed pages, since the pages after them are not needed. */
function countOnTheirWay(ahead: readonly RequestedPage<unknown>[]): number {
  return ahead.filter(({ isInFlight }) => isInFlight).length;
}
