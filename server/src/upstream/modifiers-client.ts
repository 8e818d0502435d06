import { z } from 'zod';
import type { CatalogModifier } from '../catalog/model';
import { mayBeCutOff } from './reading/complete-products';
import { mapModifiers } from './mapping/map-modifier';
import { productsPath } from './reading/products-path';
import { readInHalves } from './reading/read-in-halves';
import { type ReadItems, readItems } from './reading/read-items';
import { readAllPages } from './reading/read-pages';
import { UpstreamNotFoundError, UpstreamResponseError } from './http/upstream-errors';
import type { ItemFailure } from './upstream-catalog';
import type { RequestPriority, UpstreamHttp } from './http/upstream-http';
import { type DrawVersion, versionOf } from './reading/versioned-read';
import { type WireModifier, wireModifier, wireModifierValue } from './wire/wire-modifier';
import { id } from './wire/wire-values';

/** What one read returned about the modifiers of some products. */
export interface ReceivedModifiers {
  /** By product; products that upstream did not return are in neither list. */
  products: { productId: number; modifiers: CatalogModifier[] }[];
  failures: ItemFailure[];
  /** Drawn when the first request was sent. */
  readVersion: number;
}

/** Reads the modifiers of products (upstream 20.7). Rejects with the errors of `upstream-errors.ts`. */
export interface UpstreamModifiers {
  /** @param request.productIds at most {@link productsPerModifierPage} */
  among(request: ModifierRequest & { productIds: readonly number[] }): Promise<ReceivedModifiers>;
}

interface ModifierRequest {
  signal?: AbortSignal | undefined;
  /** `normal` when absent. */
  priority?: RequestPriority | undefined;
}

/** Upstream's largest page with `include=modifiers` (upstream 2.2). */
export const productsPerModifierPage = 10;

const largestPage = 250;
const wireProductModifiers = z.object({ id, modifiers: z.array(z.unknown()).nullish() });

type ProductItem = ReceivedModifiers['products'][number];

export function createUpstreamModifiers(parts: { http: UpstreamHttp; drawVersion: DrawVersion }): UpstreamModifiers {
  return {
    async among({ productIds, ...request }) {
      if (productIds.length > productsPerModifierPage)
        throw new RangeError(`at most ${productsPerModifierPage} products at a time, got ${productIds.length}`);
      const { result, readVersion } = await versionOf(parts, (http) =>
        readInHalves(productIds, (some) => readSome(http, some, request)),
      );
      return { products: result.items, failures: result.failures, readVersion };
    },
  };
}

async function readSome(
  http: UpstreamHttp,
  productIds: readonly number[],
  request: ModifierRequest,
): Promise<ReadItems<ProductItem>> {
  const query = { 'id:in': productIds, include: 'modifiers', include_fields: 'id', limit: productsPerModifierPage };
  const { data } = await readAllPages(http, { path: productsPath, query, ...request });
  const read = readItems(data, { entity: 'product', schema: wireProductModifiers, idField: 'id' });
  const asked = new Set(productIds);
  const found: ReadItems<ProductItem> = { items: [], failures: read.failures };
  for (const product of read.items) {
    // Each product once, and only if it was requested.
    if (!asked.delete(product.id)) continue;
    try {
      const modifiers = mapModifiers(await completeModifiers(http, product, request));
      found.items.push({ productId: product.id, modifiers });
    } catch (error) {
      if (!concernsOneProduct(error)) throw error;
      found.failures.push({ entity: 'product', id: product.id, name: null, reason: error.message });
    }
  }
  return found;
}

function concernsOneProduct(error: unknown): error is Error {
  return error instanceof UpstreamResponseError || error instanceof UpstreamNotFoundError;
}

/**
 * The maximum number of embedded modifiers and values is undocumented: possibly truncated lists are read separately.
 */
async function completeModifiers(
  http: UpstreamHttp,
  product: z.infer<typeof wireProductModifiers>,
  request: ModifierRequest,
): Promise<WireModifier[]> {
  const path = `${productsPath}/${product.id}/modifiers`;
  const readList = async (listPath: string, embedded: readonly unknown[] | null | undefined) => {
    const listing = { path: listPath, query: { limit: largestPage }, ...request };
    return (await readAllPages(http, listing, embedded?.length)).data;
  };
  const embedded = product.modifiers;
  const list = embedded && !mayBeCutOff(embedded) ? embedded : await readList(path, embedded);
  const complete: WireModifier[] = [];
  for (const modifier of parsed(list, { item: wireModifier, path })) {
    const { option_values: values } = modifier;
    if (!values || !mayBeCutOff(values)) {
      complete.push(modifier);
      continue;
    }
    const valuesPath = `${path}/${modifier.id}/values`;
    const data = await readList(valuesPath, values);
    complete.push({ ...modifier, option_values: parsed(data, { item: wireModifierValue, path: valuesPath }) });
  }
  return complete;
}

function parsed<Item extends { id: number }>(
  list: readonly unknown[],
  { item, path }: { item: z.ZodType<Item>; path: string },
): Item[] {
  const read = z.array(item).safeParse(list);
  // A list that changes while it is paged can contain an item twice.
  if (read.success) return [...new Map(read.data.map((each) => [each.id, each])).values()];
  const [issue] = read.error.issues;
  throw new UpstreamResponseError(`GET ${path} has an item we cannot use: ${issue?.path.join('.')} ${issue?.message}`, {
    method: 'GET',
    path,
  });
}
