import type { CatalogPage } from '../upstream/upstream-catalog';

export interface ObservedPage<Item> {
  page: CatalogPage<Item>;
  /** Drawn before the request started. */
  observation: number;
}

// While one page is written the next ones are on their way; upstream allows three requests in flight.
const readAhead = 2;

/**
 * Reads a listing to its last page as upstream reports it, some pages ahead of the consumer, in order.
 * @param options.firstPage where to start, from 1
 */
export async function* readListing<Item>(options: {
  firstPage: number;
  drawObservation: () => Promise<number>;
  readPage: (page: number) => Promise<CatalogPage<Item>>;
}): AsyncGenerator<ObservedPage<Item>> {
  const { firstPage, drawObservation, readPage } = options;
  const request = async (number: number): Promise<ObservedPage<Item>> => {
    const observation = await drawObservation();
    return { observation, page: await readPage(number) };
  };

  const ahead: Promise<ObservedPage<Item>>[] = [];
  let next = firstPage;
  let lastPage = firstPage;
  for (;;) {
    while (next <= lastPage && ahead.length <= readAhead) {
      const requested = request(next);
      // Handled when its turn comes; without this, a failure of a page read ahead would end the process.
      requested.catch(() => undefined);
      ahead.push(requested);
      next += 1;
    }
    const arrived = await ahead.shift();
    if (!arrived) return;
    yield arrived;
    lastPage = arrived.page.totalPages;
    // Upstream's count of pages is not always to be trusted: an empty page is the end (facts 2.2).
    if (arrived.page.items.length === 0 && arrived.page.failures.length === 0) return;
  }
}
