import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  productListQuery,
  productPath,
  type ProductList,
  taxonomyQuery,
  type TaxonomyList,
} from '../../../contracts/admin/products';
import { presentListedProduct, type TaxonomyBrowseRequest } from '../catalog/admin';
import type { Container } from '../container';
import { adminAction, parseWith } from './admin-action';

/** What administrators can see and do with cached records. */
export const catalog = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: adminAction(strapi, async (ctx, container) => {
    const { search, ids, category, brand, status, stock, sort, direction, page, pageSize } = parseWith(
      productListQuery,
      ctx.query,
    );
    const filter = { search, ids, categoryId: category, brandId: brand, status, inStock: stock && stock === 'in' };
    const { products, total } = await container.catalog.browser.browse({
      filter,
      orderBy: sort,
      direction,
      page,
      pageSize,
    });
    const facts = await container.storeFacts.read();
    const response: ProductList = {
      products: products.map(presentListedProduct),
      ...paged({ total, page, pageSize }),
      currency: facts?.currency ?? null,
    };
    ctx.body = response;
  }),

  detail: adminAction(strapi, async (ctx, { productDesk }) => {
    const found = await productDesk.detail(parseWith(productPath, ctx.params).id);
    if (found.kind === 'absent') throw new errors.NotFoundError(found.message, { removedAt: found.removedAt });
    ctx.body = found.detail;
  }),

  upstream: adminAction(strapi, async (ctx, { productDesk }) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await productDesk.upstream(parseWith(productPath, ctx.params).id);
  }),

  categories: adminAction(strapi, async (ctx, container) => sendTaxonomy(ctx, container, 'category')),
  brands: adminAction(strapi, async (ctx, container) => sendTaxonomy(ctx, container, 'brand')),

  resync: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.resyncProduct(String(ctx.params.idOrSlug));
  }),

  clear: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.storeSwitch.clear();
  }),
});

async function sendTaxonomy(
  ctx: Context,
  { catalog: { browser } }: Container,
  entity: TaxonomyBrowseRequest['entity'],
): Promise<void> {
  const query = parseWith(taxonomyQuery, ctx.query);
  const { items, total } = await browser.browseTaxonomy({ entity, ...query });
  const response: TaxonomyList = { items, ...paged({ total, ...query }) };
  ctx.body = response;
}

function paged({ total, page, pageSize }: { total: number; page: number; pageSize: number }) {
  return { total, page, pages: Math.ceil(total / pageSize) };
}
