import type { CatalogPage, ItemFailure, ProductPageRequest } from '../upstream-catalog';
import type { EmbeddedList, SweptProduct } from '../../catalog/model';
import { mayBeCutOff, withChannels } from './complete-products';
import { productsPath } from './products-path';
import { mapProduct } from '../mapping/map-product';
import { type YieldIfDue, inTurns, mapItems, onceEach, readItems } from './read-items';
import { readIdPage } from './read-ids';
import { readInParts } from './read-in-halves';
import { readAllPages, readPage } from './read-pages';
import { UpstreamTooLargeError } from '../http/upstream-errors';
import type { UpstreamHttp } from '../http/upstream-http';
import { wireProduct, type WireProduct } from '../wire/wire-product';
import type { WirePage } from '../wire/wire-page';

/** Upstream's largest page (upstream 2.1). */
export const productsPerPage = 250;

/** Used when 250 products with all their variants exceed the size limit of a response. */
const productsPerSmallPage = 50;

/**
 * Everything that is mapped except the description, which makes up most of a response's size. Never `options` or
 * `modifiers`: asking for them shrinks upstream's pages to 10 (upstream 2.2).
 */
const sweepQuery = {
  include_fields: [
    'name',
    'sku',
    'weight',
    'price',
    'sale_price',
    'calculated_price',
    'categories',
    'brand_id',
    'inventory_level',
    'inventory_tracking',
    'availability',
    'is_visible',
    'related_products',
    'search_keywords',
    'page_title',
    'meta_description',
    'meta_keywords',
    'custom_url',
    'date_created',
    'date_modified',
  ],
  include: ['variants', 'images', 'custom_fields', 'channels'],
  sort: 'id',
  direction: 'asc',
} as const;

const path = productsPath;

type SweepRequest = Omit<ProductPageRequest, 'modifiedSince'>;

/** One page of products for a sweep, in order of their ids; lists that may be truncated are named, not completed. */
export async function readSweepPage(
  { http, yieldIfDue }: { http: UpstreamHttp; yieldIfDue: YieldIfDue },
  { page, channelId, ...request }: SweepRequest,
): Promise<Omit<CatalogPage<SweptProduct>, 'readVersion'>> {
  const { data, failures, ...counts } = await readLargePage(http, { page, ...request });
  const read = await inTurns(data, yieldIfDue, (some) =>
    readItems(some, { entity: 'product', schema: wireProduct, idField: 'id' }),
  );
  const wires = await withChannels(http, read.items, { channelId, ...request });
  const mapped = await inTurns(onceEach(wires), yieldIfDue, (some) =>
    mapItems(some, { entity: 'product', label: (wire) => wire, map: (wire) => mapSwept(wire, channelId) }),
  );
  return {
    items: mapped.items,
    failures: [...failures, ...read.failures, ...mapped.failures],
    received: data.length + failures.length,
    ...counts,
    page,
  };
}

function mapSwept(wire: WireProduct & { channels: number[] }, channelId: number): SweptProduct {
  const { variants, images, custom_fields: customFields } = wire;
  const lists: [EmbeddedList, readonly unknown[] | null | undefined][] = [
    ['variants', variants],
    ['images', images],
    ['customFields', customFields],
  ];
  return {
    item: mapProduct(
      { ...wire, variants: variants ?? [], images: images ?? [], custom_fields: customFields ?? [] },
      { channelId },
    ),
    cutOff: lists.filter(([, list]) => mayBeCutOff(list)).map(([name]) => name),
    ownInventoryLevel: wire.inventory_level,
  };
}

/** One page, or the same products by their ids when the page exceeds the size limit. */
async function readLargePage(
  http: UpstreamHttp,
  { page, ...request }: Omit<SweepRequest, 'channelId'>,
): Promise<WirePage & { failures: ItemFailure[] }> {
  const query = { ...sweepQuery, limit: productsPerPage };
  try {
    return { ...(await readPage(http, { path, query, ...request }, page)), failures: [] };
  } catch (error) {
    if (!(error instanceof UpstreamTooLargeError)) throw error;
    const { ids, total, totalPages } = await readIdPage(http, { query, page, ...request });
    const { items, failures } = await readInParts(ids, {
      most: productsPerSmallPage,
      read: async (some) => {
        const { data } = await readAllPages(http, {
          path,
          query: { ...sweepQuery, 'id:in': some, limit: productsPerSmallPage },
          ...request,
        });
        return { items: data, failures: [] };
      },
    });
    return {
      data: items,
      failures,
      total: total - Math.max(0, ids.length - items.length - failures.length),
      totalPages,
    };
  }
}
