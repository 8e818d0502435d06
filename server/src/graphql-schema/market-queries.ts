import { brandListQuery } from '../../../contracts/rest/brands';
import { productListQuery } from '../../../contracts/rest/products';
import type { MarketProductRecord, MarketSide } from '../catalog/model';
import type { Container } from '../container';
import { scopeOfMarket } from '../controllers/market-scope';
import { listRequestOf } from '../controllers/product-list-request';
import { listBrandsInMarket, listCollectionsInMarket, readBrandInMarket } from '../controllers/taxonomy-in-market';
import { pageOf } from '../controllers/taxonomy-paging';
import type { MarketReading } from '../http/rest-action';
import { productPageOf } from '../controllers/product-page-response';
import { contextOf, depthOf, presentAll } from './product-views';
import { type Arguments, countsOf, oneOf, parsed, restNames } from './query-arguments';
import type { ProductNeed } from './requested-fields';

/** The queries of the catalog in a further market. Not cached: each is read from the database (behavior 14.3). */
export function createMarketQueries(containerOf: () => Container) {
  async function one(
    given: Arguments,
    { side, container }: { side: MarketSide; container: Container },
  ): Promise<MarketProductRecord | null> {
    const { marketProducts } = container.catalog;
    const { id, slug } = oneOf(given);
    if (slug === null) {
      const request = listRequestOf(productListQuery.parse({ ids: [id], per_page: 1 }));
      const { records } = await marketProducts.list(side, { ...request, depth: 'details' });
      return records[0] ?? null;
    }
    const found = await marketProducts.findBySlug(side, slug);
    const current = found ? null : await marketProducts.findCurrentSlug(side, slug);
    return found ?? (current === null ? null : marketProducts.findBySlug(side, current));
  }

  return {
    products: async (reading: MarketReading, given: Arguments, need: ProductNeed) => {
      const container = containerOf();
      const query = parsed(productListQuery, restNames(given));
      const { side } = await scopeOfMarket(reading, container);
      const request = { ...listRequestOf(query), depth: depthOf(need) };
      const { records, total } = await container.catalog.marketProducts.list(side, request);
      const products = await presentAll(records, { need, market: reading.market, container });
      return { products, ...countsOf(total, query.per_page) };
    },

    product: async (reading: MarketReading, given: Arguments, need: ProductNeed) => {
      const container = containerOf();
      const { side } = await scopeOfMarket(reading, container);
      const record = await one(given, { side, container });
      if (!record?.details) return null;
      const { findBreadcrumbs, marketProducts } = container.catalog;
      const page = await productPageOf(
        { ...record, details: record.details },
        { include: need.include, context: await contextOf({ need, market: reading.market, container }) },
        {
          ...container.extraReaders,
          findBreadcrumbs: (ids) => findBreadcrumbs(ids, side),
          findRelated: (request) => marketProducts.findRelated(side, request),
        },
      );
      return page.body;
    },

    brands: async (reading: MarketReading, given: Arguments) => {
      const page = pageOf(parsed(brandListQuery, restNames(given)));
      const { brands, total } = (await listBrandsInMarket(reading, page, containerOf())).body;
      return { brands, ...countsOf(total ?? brands.length, page?.pageSize) };
    },

    brand: async (reading: MarketReading, given: Arguments) => {
      const { id, slug } = oneOf(given);
      const found = await readBrandInMarket(reading, slug === null ? { id } : { slug }, containerOf());
      if (!found) return null;
      const { total, ...view } = found.body;
      return { ...view, product_count: total };
    },

    collections: async (reading: MarketReading, given: Arguments) => {
      const page = pageOf(parsed(brandListQuery, restNames(given)));
      const { body } = await listCollectionsInMarket(reading, { page, include: ['tree'] }, containerOf());
      const { collections, total } = body;
      return { collections, ...countsOf(total ?? collections.length, page?.pageSize) };
    },
  };
}
