import { brandListQuery, mostBrandProducts } from '../../../contracts/rest/brands';
import { productListQuery } from '../../../contracts/rest/products';
import {
  contentOfBrand,
  contentOfBrandList,
  contentOfCollections,
  contentOfProductList,
  keysOfBrand,
  keysOfBrandList,
  keysOfCollectionList,
  keysOfProductList,
  keysOfStore,
  type PreparedResponse,
  type ResponseContent,
  withStore,
} from '../catalog/responses';
import { presentBrand, presentBrandListItem, presentCollectionTreeItem } from '../catalog/views';
import type { ProductRecord } from '../catalog/model';
import type { Container } from '../container';
import { listRequestOf } from '../controllers/product-list-request';
import { pageOf } from '../controllers/taxonomy-paging';
import { prepareResponse } from '../http/send-response';
import { productPageOf } from '../controllers/product-page-response';
import { contextOf, depthOf, needsStore, presentAll } from './product-views';
import { type Arguments, countsOf, oneOf, parsed, restNames } from './query-arguments';
import type { ProductNeed } from './requested-fields';

/** A result that is cached until a change affects its content, with the responses of the REST API (behavior 7.1). */
interface Read {
  body: unknown;
  surrogateKeys: readonly string[];
  content: ResponseContent;
}

class NotFound extends Error {}

/** The queries of the catalog; their results match the GraphQL types. */
export function createCatalogQueries(containerOf: () => Container) {
  /** Parsed lists in which requests look up relations, for as long as the response is cached. */
  const taxonomies = new WeakMap<object, unknown>();

  /** Null is not cached: it depends on records that do not exist. */
  async function cachedResponse(
    key: readonly unknown[],
    read: (container: Container) => Promise<Read | null>,
  ): Promise<PreparedResponse | null> {
    const container = containerOf();
    const address = `graphql ${JSON.stringify(key)}`;
    await container.responses.catchUp();
    try {
      const { response } = await container.responses.respond({
        address,
        key: address,
        read: async () => {
          const found = await read(container);
          if (!found) throw new NotFound();
          return { response: prepareResponse(found), content: found.content };
        },
      });
      return response;
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  async function cached(...asked: Parameters<typeof cachedResponse>): Promise<unknown> {
    const response = await cachedResponse(...asked);
    return response && bodyOf(response);
  }

  /** The same object for as long as nothing changes: thousands of categories take tens of milliseconds to parse. */
  async function cachedTaxonomy(...asked: Parameters<typeof cachedResponse>): Promise<unknown> {
    const response = await cachedResponse(...asked);
    if (!response) return null;
    const body = taxonomies.get(response) ?? bodyOf(response);
    taxonomies.set(response, body);
    return body;
  }

  const productAt = (slug: string, need: ProductNeed) =>
    cached(['product by slug', slug, need], async (container) => {
      const found = await container.catalog.products.findBySlug(slug);
      return found && productRead(found, { need, container });
    });

  // An old slug's product is cached by its own slug: another product can take the old one.
  const productBySlug = async (slug: string, need: ProductNeed) => {
    const found = await productAt(slug, need);
    if (found !== null) return found;
    const current = await containerOf().catalog.products.findCurrentSlug(slug);
    return current === null ? null : productAt(current, need);
  };

  const productById = (id: number, need: ProductNeed) =>
    cached(['product by id', id, need], async (container) => {
      const [found] = await container.catalog.products.findByIds([id], 'details');
      return found ? productRead(found, { need, container }) : null;
    });

  return {
    products: (given: Arguments, need: ProductNeed) => {
      const query = parsed(productListQuery, restNames(given));
      const request = { ...listRequestOf(query), depth: depthOf(need) };
      return cached(['products', request, need], async (container) => {
        const { records, total } = await container.catalog.products.list(request);
        const content = contentOfProductList(
          request,
          records.map(({ id }) => id),
        );
        const surrogateKeys = keysOfProductList(records);
        const views = await presentAll(records, { need, container });
        const body = { products: views, total, pages: Math.ceil(total / query.per_page) };
        if (!needsStore(need, container)) return { body, surrogateKeys, content };
        return { body, surrogateKeys: [...surrogateKeys, ...keysOfStore()], content: withStore(content) };
      });
    },

    product: (given: Arguments, need: ProductNeed) => {
      const { id, slug } = oneOf(given);
      return slug === null ? productById(id, need) : productBySlug(slug, need);
    },

    brands: (given: Arguments) => {
      const page = pageOf(parsed(brandListQuery, restNames(given)));
      return cachedTaxonomy(['brands', page], async ({ catalog }) => {
        const { items, total } = await catalog.taxonomy.listBrands(page);
        const body = { brands: items.map(presentBrandListItem), ...countsOf(total, page?.pageSize) };
        return { body, surrogateKeys: keysOfBrandList(), content: contentOfBrandList() };
      });
    },

    brand: (given: Arguments) => {
      const { id, slug } = oneOf(given);
      const named = slug === null ? { id } : { slug };
      return cached(['brand', named], async ({ catalog }) => {
        const found = await catalog.taxonomy.findBrand(named, mostBrandProducts);
        if (!found) return null;
        const content = contentOfBrand(found.products.map((product) => product.id));
        const { total, ...view } = presentBrand(found);
        return { body: { ...view, product_count: total }, surrogateKeys: keysOfBrand(found), content };
      });
    },

    collections: (given: Arguments) => {
      const page = pageOf(parsed(brandListQuery, restNames(given)));
      return cachedTaxonomy(['collections', page], async ({ catalog }) => {
        const { items, total } = await catalog.taxonomy.listCollectionTree(page);
        const body = { collections: items.map(presentCollectionTreeItem), ...countsOf(total, page?.pageSize) };
        return { body, surrogateKeys: keysOfCollectionList(), content: contentOfCollections() };
      });
    },
  };
}

const bodyOf = (response: PreparedResponse): unknown => JSON.parse(response.bytes.toString());

async function productRead(
  record: ProductRecord,
  { need, container }: { need: ProductNeed; container: Container },
): Promise<Read | null> {
  if (!record.details) return null;
  const { findBreadcrumbs, products } = container.catalog;
  return productPageOf(
    { ...record, details: record.details },
    { include: need.include, context: await contextOf({ need, container }) },
    { ...container.extraReaders, findBreadcrumbs, findRelated: products.findRelated },
  );
}
