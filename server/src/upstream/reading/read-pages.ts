import { UpstreamResponseError } from '../http/upstream-errors';
import type { RequestPriority, UpstreamHttp, UpstreamQuery } from '../http/upstream-http';
import { wirePage, type WirePage } from '../wire/wire-page';

/** An upstream listing, without the page number. */
export interface Listing {
  path: string;
  query: UpstreamQuery;
  signal?: AbortSignal | undefined;
  priority?: RequestPriority | undefined;
  attempts?: number | undefined;
}

/** One page of a listing, with its items unparsed. */
export async function readPage(http: UpstreamHttp, { query, ...listing }: Listing, page: number): Promise<WirePage> {
  return http.request({ ...listing, query: { ...query, page }, schema: wirePage(page) });
}

/**
 * A complete listing, by the page numbers that upstream reports (behavior 5.9); also ends at an empty page (upstream
 * 2.2).
 * @param atLeast how many items are known to exist
 * @throws UpstreamResponseError when fewer arrive than that, or than any page counts
 */
export async function readAllPages(
  http: UpstreamHttp,
  listing: Listing,
  atLeast = 0,
): Promise<Pick<WirePage, 'data' | 'total'>> {
  const { path } = listing;
  const data: unknown[] = [];
  let total = atLeast;
  for (let page = 1; ; page += 1) {
    const response = await readPage(http, listing, page);
    for (const item of response.data) data.push(item);
    total = Math.max(total, response.total);
    if (response.data.length > 0 && page < response.totalPages) continue;
    if (data.length >= total) return { data, total };
    const message = `GET ${path} sent ${data.length} of at least ${total} items`;
    throw new UpstreamResponseError(message, { method: 'GET', path });
  }
}
