import type { RequestPriority, UpstreamHttp, UpstreamQuery } from './upstream-http';
import { wirePage, type WirePage } from './wire-page';

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
 */
export async function readAllPages(http: UpstreamHttp, listing: Listing): Promise<Pick<WirePage, 'data' | 'total'>> {
  const data: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const response = await readPage(http, listing, page);
    for (const item of response.data) data.push(item);
    if (response.data.length === 0 || page >= response.totalPages) return { data, total: response.total };
  }
}
