import type { CatalogMetafield, ListedMetafield } from '../catalog/model';
import { productsPath } from './reading/products-path';
import { onceEach, readItems } from './reading/read-items';
import { readAllPages } from './reading/read-pages';
import type { ItemFailure } from './upstream-catalog';
import { UpstreamNotFoundError, UpstreamResponseError, UpstreamTooLargeError } from './http/upstream-errors';
import type { RequestPriority, UpstreamHttp } from './http/upstream-http';
import { type DrawVersion, type Versioned, versionOf } from './reading/versioned-read';
import { isForStorefronts, wireCursorPage, type WireMetafield, wireMetafield } from './wire/wire-metafield';

/** What one read returned about the metafields of some products. */
export interface ReceivedMetafields {
  /** By product; a product that upstream does not have is in neither list. */
  products: { productId: number; metafields: CatalogMetafield[] }[];
  failures: ItemFailure[];
  /** Drawn when the first request was sent. */
  readVersion: number;
}

/** A page of the listing of all products' metafields. */
export interface ReceivedMetafieldPage {
  shown: ListedMetafield[];
  /** Metafields that are not meant for storefronts; their contents are not kept. */
  hidden: { id: number; productId: number }[];
  /** Why some metafields could not be read. */
  failures: ItemFailure[];
  /** The cursor to request the next page with; null: this is the last one. */
  next: string | null;
}

interface MetafieldRequest {
  /** Metafields in any of these namespaces are read. */
  namespaces: readonly string[];
  signal?: AbortSignal | undefined;
  /** `normal` when absent. */
  priority?: RequestPriority | undefined;
}

/** Reads metafields that storefronts may show (upstream 20.11). Rejects with the errors of `upstream-errors.ts`. */
export interface UpstreamMetafields {
  ofProduct(request: MetafieldRequest & { productId: number }): Promise<ReceivedMetafields>;
  /**
   * @param request.after `next` of the previous page; null for the first one
   * @param request.earlier `next` of an earlier page, which must not come again
   */
  listed(
    request: MetafieldRequest & { after: string | null; earlier?: string | null },
  ): Promise<Versioned<ReceivedMetafieldPage>>;
}

// Upstream's largest page (upstream 20.11); values have up to 65,535 characters each, so a page of them may be too
// large.
const pageSizes = [250, 50, 10, 1] as const;

export function createUpstreamMetafields(parts: { http: UpstreamHttp; drawVersion: DrawVersion }): UpstreamMetafields {
  return {
    async ofProduct({ productId, namespaces, ...request }) {
      const path = `${productsPath}/${productId}/metafields`;
      const { result, readVersion } = await versionOf(parts, (http) =>
        unlessGone(() => inSmallerPages((limit) => readAllPages(http, { path, query: { limit }, ...request }))),
      );
      if (!result) return { products: [], failures: [], readVersion };
      const { items, failures } = readMetafields(result.data);
      const [failure] = failures;
      // An incomplete list would cause the missing metafields to be removed.
      if (failure) return { products: [], failures: [{ ...failure, id: productId }], readVersion };
      const metafields = items.filter((each) => isForStorefronts(each) && isAmong(each, namespaces)).map(mapMetafield);
      return { products: [{ productId, metafields }], failures: [], readVersion };
    },

    async listed({ namespaces, after, earlier = null, ...request }) {
      const query = { 'namespace:in': namespaces, ...(after !== null && { after }) };
      const path = `${productsPath}/metafields`;
      const { result, readVersion } = await versionOf(parts, (http) =>
        inSmallerPages((limit) =>
          http.request({ path, query: { ...query, limit }, schema: wireCursorPage, ...request }),
        ),
      );
      if (result.next !== null && (result.next === after || result.next === earlier))
        throw new UpstreamResponseError(`GET ${path} leads back to a page that was read before`, {
          method: 'GET',
          path,
        });
      const { items, failures } = readMetafields(result.data);
      const wanted = items.filter((each) => isAmong(each, namespaces));
      return {
        shown: wanted.filter(isForStorefronts).map((each) => ({ ...mapMetafield(each), productId: each.resource_id })),
        hidden: items
          .filter((each) => !isForStorefronts(each))
          .map(({ id, resource_id: productId }) => ({ id, productId })),
        failures,
        next: result.next,
        readVersion,
      };
    },
  };
}

/** Null if upstream does not have the product. */
async function unlessGone<Response>(read: () => Promise<Response>): Promise<Response | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UpstreamNotFoundError) return null;
    throw error;
  }
}

/** Requests smaller and smaller pages while the response exceeds the size limit. */
async function inSmallerPages<Response>(read: (limit: number) => Promise<Response>): Promise<Response> {
  const [largest, ...smaller] = pageSizes;
  let limit: number = largest;
  for (;;) {
    try {
      return await read(limit);
    } catch (error) {
      const next = smaller.shift();
      if (!(error instanceof UpstreamTooLargeError) || next === undefined) throw error;
      limit = next;
    }
  }
}

function readMetafields(data: readonly unknown[]) {
  const { items, failures } = readItems(data, { entity: 'product', schema: wireMetafield, idField: 'id' });
  // A list that changes while it is paged can contain one twice.
  return { items: onceEach(items), failures };
}

const isAmong = ({ namespace }: WireMetafield, namespaces: readonly string[]) => namespaces.includes(namespace);

function mapMetafield({ id, namespace, key, value }: WireMetafield): CatalogMetafield {
  return { id, namespace, key, value };
}
