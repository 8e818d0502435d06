import type { SiteProcess } from '../../scripts/lib/site-process';
import { type LoadRequest, type LoadResult, percentile, saturate } from './load';

/** The number of shoppers, each with their own address. */
export const shoppers = 50;

const ours = '/api/commerce-bridge/v1';

/**
 * Many shoppers, each with their own address, who read pages of the list of this many products; few requests are the
 * same.
 */
export function shoppersOf({ url }: SiteProcess, products: number): () => LoadRequest {
  let read = 0;
  return () => {
    read += 1;
    const page = 1 + ((read * 7) % Math.max(1, Math.floor(products / 20)));
    return { url: `${url}${ours}/products?page=${page}`, localAddress: `127.0.1.${1 + (read % shoppers)}` };
  };
}

/** How many requests per second a site serves over 8 connections. */
export async function capacityFor(next: () => LoadRequest): Promise<number> {
  await saturate({ connections: 8, seconds: 5, next });
  const { served, seconds } = await saturate({ connections: 8, seconds: 5, next });
  return served / seconds;
}

/** Columns of a table about a load: requests, served, p50, p99, slowest. */
export function loadColumns(load: LoadResult): string[] {
  return [
    String(load.sent),
    String(load.served),
    ...[50, 99].map((percent) => `${percentile(load.latencies, percent).toFixed(1)} ms`),
    `${(load.latencies.at(-1) ?? NaN).toFixed(0)} ms`,
  ];
}
