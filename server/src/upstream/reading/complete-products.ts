import { z } from 'zod';
import { onceEach } from './read-items';
import { readAllPages, type Listing } from './read-pages';
import { UpstreamHttpError, UpstreamResponseError } from '../http/upstream-errors';
import { UpstreamAuthenticationError, UpstreamRateLimitError, UpstreamScopeError } from '../http/upstream-errors';
import type { ItemFailure } from '../upstream-catalog';
import type { UpstreamHttp } from '../http/upstream-http';
import {
  wireCustomField,
  wireImage,
  wireVariant,
  type CompleteWireProduct,
  type WireProduct,
} from '../wire/wire-product';
import { id } from '../wire/wire-values';

/**
 * The maximum number of variants (images, custom fields) that upstream embeds is undocumented (upstream 2.2), and a
 * product does not include their total. Every limit seen on this platform (default pages of 50, pages of 100 and 250)
 * is a multiple of 50; so a list of exactly 50, 100, 150 … may be truncated and is fetched separately. An ordinary
 * product needs no extra request.
 */
const embeddingStep = 50;

const largestPage = 250;

export interface CompletionRequest extends Pick<Listing, 'signal' | 'priority'> {
  channelId: number;
}

/**
 * Adds to each product what its listing left out: variants, images and custom fields beyond the embedded ones, and
 * channels if upstream did not include them. Nothing is guessed: if anything is unavailable, the product is a failure.
 */
export async function completeProducts(
  http: UpstreamHttp,
  products: readonly WireProduct[],
  request: CompletionRequest,
): Promise<{ products: CompleteWireProduct[]; failures: ItemFailure[] }> {
  const complete: CompleteWireProduct[] = [];
  const failures: ItemFailure[] = [];
  for (const product of await withChannels(http, products, request)) {
    try {
      complete.push({
        ...product,
        variants: await completeList(http, {
          ...request,
          product,
          list: product.variants,
          name: 'variants',
          item: wireVariant,
        }),
        images: await completeList(http, {
          ...request,
          product,
          list: product.images,
          name: 'images',
          item: wireImage,
        }),
        custom_fields: await completeList(http, {
          ...request,
          product,
          list: product.custom_fields,
          name: 'custom-fields',
          item: wireCustomField,
        }),
      });
    } catch (error) {
      if (!concernsOneProduct(error)) throw error;
      failures.push({ entity: 'product', id: product.id, name: product.name, reason: error.message });
    }
  }
  return { products: complete, failures };
}

/** Adds the channels that upstream did not include. */
export async function withChannels(
  http: UpstreamHttp,
  products: readonly WireProduct[],
  request: CompletionRequest,
): Promise<(WireProduct & { channels: number[] })[]> {
  const channels = await readMissingChannels(http, products, request);
  return products.map((product) => ({ ...product, channels: product.channels ?? channels.get(product.id) ?? [] }));
}

/** Whether an embedded list may be truncated, or is missing. */
export function mayBeCutOff(list: readonly unknown[] | null | undefined): boolean {
  return !list || (list.length > 0 && list.length % embeddingStep === 0);
}

/**
 * Whether only this product fails, and the rest of the page can continue. This includes a 404: whether or not the
 * product was just deleted, that is a failure of this run, never proof of deletion.
 */
function concernsOneProduct(error: unknown): error is Error {
  if (error instanceof UpstreamResponseError) return true;
  if (
    error instanceof UpstreamAuthenticationError ||
    error instanceof UpstreamScopeError ||
    error instanceof UpstreamRateLimitError
  )
    return false;
  return error instanceof UpstreamHttpError;
}

interface CompleteListOptions<Item> extends Pick<Listing, 'signal' | 'priority'> {
  product: WireProduct;
  /** As embedded; null or undefined when upstream left it out although it was asked for. */
  list: Item[] | null | undefined;
  name: 'variants' | 'images' | 'custom-fields';
  item: z.ZodType<Item>;
}

async function completeList<Item extends { id: number | null }>(
  http: UpstreamHttp,
  options: CompleteListOptions<Item>,
): Promise<Item[]> {
  const { list, product, name, item, signal, priority } = options;
  if (list && !mayBeCutOff(list)) return list;

  const path = `/v3/catalog/products/${product.id}/${name}`;
  const listing = { path, query: { limit: largestPage }, signal, priority };
  const { data } = await readAllPages(http, listing, list?.length);
  const parsed = z.array(item).safeParse(data);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UpstreamResponseError(
      `GET ${path} has an item we cannot use: ${issue?.path.join('.')} ${issue?.message}`,
      { method: 'GET', path },
    );
  }
  return onceEach(parsed.data);
}

const wireAssignment = z.object({ product_id: id, channel_id: id });

/** Channel assignments of all products that came without their channels, in one listing. */
async function readMissingChannels(
  http: UpstreamHttp,
  products: readonly WireProduct[],
  { channelId, signal, priority }: CompletionRequest,
): Promise<Map<number, number[]>> {
  const without = products.filter((product) => !product.channels).map((product) => product.id);
  const channels = new Map<number, number[]>();
  if (without.length === 0) return channels;

  const path = '/v3/catalog/products/channel-assignments';
  const query = { 'product_id:in': without, 'channel_id:in': channelId, limit: largestPage };
  const { data } = await readAllPages(http, { path, query, signal, priority });
  const parsed = z.array(wireAssignment).safeParse(data);
  if (!parsed.success)
    throw new UpstreamResponseError(`GET ${path} responded in an unknown form`, { method: 'GET', path });
  for (const { product_id: productId, channel_id: channel } of parsed.data) {
    channels.set(productId, [...(channels.get(productId) ?? []), channel]);
  }
  return channels;
}
