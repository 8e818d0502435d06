import type { CatalogProduct } from '../../catalog/model';
import { type BodyReading, readJson } from '../http/body-reading';
import { mayBeCutOff } from './complete-products';
import { mapProduct } from '../mapping/map-product';
import { type YieldIfDue, inTurns, mapItems, onceEach, readItems } from './read-items';
import type { ItemFailure } from '../upstream-catalog';
import { wirePage } from '../wire/wire-page';
import { type CompleteWireProduct, wireProduct, type WireProduct } from '../wire/wire-product';

export interface ProductPageOptions {
  /** The page that was asked for, from 1. */
  page: number;
  /** The channel whose assignment decides between published and draft. */
  channelId: number;
  yieldIfDue: YieldIfDue;
}

/** One page of products, validated and mapped. */
export interface ProductPage {
  products: CatalogProduct[];
  /** Products that upstream may have sent incomplete: more has to be fetched before they can be mapped. */
  incomplete: WireProduct[];
  failures: ItemFailure[];
  /** How many products the page holds, usable or not. */
  received: number;
  total: number;
  totalPages: number;
}

/** Parses and maps the body of a page; the CPU-heavy part of a run. */
export async function readProductPage(
  body: Uint8Array | undefined,
  { page, channelId, yieldIfDue }: ProductPageOptions,
): Promise<BodyReading<ProductPage>> {
  const reading = readJson(body, wirePage(page));
  if (reading.kind !== 'read') return reading;
  const { data, total, totalPages } = reading.response;

  const read = await inTurns(data, yieldIfDue, (some) =>
    readItems(some, { entity: 'product', schema: wireProduct, idField: 'id' }),
  );
  const complete: CompleteWireProduct[] = [];
  const incomplete: WireProduct[] = [];
  for (const wire of onceEach(read.items)) {
    if (isComplete(wire)) complete.push(wire);
    else incomplete.push(wire);
  }
  const mapped = await inTurns(complete, yieldIfDue, (some) =>
    mapItems(some, { entity: 'product', map: (wire) => mapProduct(wire, { channelId }), label: (wire) => wire }),
  );
  return {
    kind: 'read',
    response: {
      products: mapped.items,
      incomplete,
      failures: [...read.failures, ...mapped.failures],
      received: data.length,
      total,
      totalPages,
    },
  };
}

function isComplete(wire: WireProduct): wire is CompleteWireProduct {
  return Boolean(wire.channels) && ![wire.variants, wire.images, wire.custom_fields].some(mayBeCutOff);
}
