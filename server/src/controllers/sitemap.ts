import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import type { ListChangedProducts } from '../catalog/model';
import { contentOfSitemap, keysOfSitemap } from '../catalog/responses';
import { presentSitemapProduct } from '../catalog/views';
import { containerOf } from '../container';
import { restAction } from '../http/rest-action';
import { productPagesIn } from '../markets/product-page-addresses';
import { scopeOfMarket } from './market-scope';
import { productPages } from './product-context';

/** `/sitemap`. */
export const sitemap = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: restAction({
    strapi,
    parts: () => containerOf(strapi),
    endpoint: restEndpoints.listSitemap,
    respond: async ({ query: { page, per_page: pageSize } }, container) => {
      const found = await container.catalog.listChangedProducts({ page, pageSize });
      return sitemapOf(found, { pageSize, productPageAddress: await productPages(container) });
    },
    respondInMarket: async ({ query: { page, per_page: pageSize }, reading }, container) => {
      const { side } = await scopeOfMarket(reading, container);
      const found = await container.catalog.listChangedProducts({ page, pageSize }, side);
      const productPageAddress = productPagesIn(container.restSettings.productPageAddress(), reading.market);
      return sitemapOf(found, { pageSize, productPageAddress });
    },
  }),
});

function sitemapOf(
  { products, total }: Awaited<ReturnType<ListChangedProducts>>,
  { pageSize, productPageAddress }: { pageSize: number; productPageAddress: string },
) {
  return {
    kind: 'found' as const,
    body: {
      products: products.map((product) => presentSitemapProduct(product, productPageAddress)),
      total,
      pages: Math.ceil(total / pageSize),
    },
    surrogateKeys: keysOfSitemap(),
    content: contentOfSitemap(),
  };
}
