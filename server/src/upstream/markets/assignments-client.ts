import { idsPerRequest } from '../reading/ids-per-request';
import { readAllPages, readPage } from '../reading/read-pages';
import { UpstreamResponseError } from '../http/upstream-errors';
import type { RequestPriority, UpstreamHttp } from '../http/upstream-http';
import { type DrawVersion, versionOf } from '../reading/versioned-read';
import { wireAssignment } from '../wire/wire-market';

/** Products that a channel sells, according to upstream. */
export interface AssignedProducts {
  productIds: number[];
  /** Drawn when the request was sent. */
  readVersion: number;
}

/** One page of assigned products. */
export interface AssignmentPage extends AssignedProducts {
  /** How many pairs of product and channel arrived. */
  received: number;
  /** Upstream's count for the whole listing. */
  total: number;
  totalPages: number;
}

interface Asked {
  channelId: number;
  signal?: AbortSignal | undefined;
  /** `normal` when absent. */
  priority?: RequestPriority | undefined;
}

/** Which products a channel sells (upstream 20.1). Rejects with the errors of `upstream-errors.ts`. */
export interface UpstreamAssignments {
  /** A page of the channel's products, 250 at a time. */
  page(request: Asked & { page: number }): Promise<AssignmentPage>;
  /** Which of at most fifty products the channel sells. */
  among(request: Asked & { productIds: readonly number[] }): Promise<AssignedProducts>;
}

const path = '/v3/catalog/products/channel-assignments';
const perPage = 250;

export function createUpstreamAssignments(parts: {
  http: UpstreamHttp;
  drawVersion: DrawVersion;
}): UpstreamAssignments {
  return {
    async page({ channelId, page, ...request }) {
      const query = { 'channel_id:in': channelId, limit: perPage };
      const { result, readVersion } = await versionOf(parts, (http) =>
        readPage(http, { path, query, ...request }, page),
      );
      const { data, total, totalPages } = result;
      return { productIds: productsOf(data, channelId), received: data.length, total, totalPages, readVersion };
    },

    async among({ channelId, productIds, ...request }) {
      if (productIds.length > idsPerRequest)
        throw new RangeError(`at most ${idsPerRequest} ids at a time, got ${productIds.length}`);
      const query = { 'channel_id:in': channelId, 'product_id:in': productIds, limit: perPage };
      const { result, readVersion } = await versionOf(parts, (http) => readAllPages(http, { path, query, ...request }));
      const found = productsOf(result.data, channelId);
      // One that is sent twice leaves out another.
      if (found.length !== result.total) throw unusable(`counted ${result.total} pairs, sent ${found.length}`);
      const asked = new Set(productIds);
      if (found.some((id) => !asked.has(id))) throw unusable('sent products that were not asked for');
      return { productIds: found, readVersion };
    },
  };
}

/**
 * The products of these pairs. One bad pair makes the whole response unusable: a product that is left out would count
 * as one that the channel does not sell.
 */
function productsOf(data: readonly unknown[], channelId: number): number[] {
  const found = new Set<number>();
  for (const item of data) {
    const pair = wireAssignment.safeParse(item);
    if (!pair.success) throw unusable('sent a pair without usable ids');
    if (pair.data.channel_id !== channelId) throw unusable(`sent a pair of channel ${pair.data.channel_id}`);
    found.add(pair.data.product_id);
  }
  return [...found];
}

const unusable = (why: string) => new UpstreamResponseError(`GET ${path} ${why}`, { method: 'GET', path });
