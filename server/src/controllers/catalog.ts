import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  productListQuery,
  productPath,
  type ProductListQuery,
  taxonomyQuery,
  type TaxonomyList,
} from '../../../contracts/admin/products';
import type { TaxonomyBrowseRequest } from '../catalog/admin';
import type { Container } from '../container';
import type { FurtherMarket } from '../markets/site-markets';
import { permission } from '../permissions';
import { hasOnePermission } from '../policies/has-one-permission';
import { adminAction, parseWith } from './admin-action';

/** What administrators can see and do with cached records. */
export const catalog = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: adminAction(strapi, async (ctx, container) => {
    const query = parseWith(productListQuery, ctx.query);
    const market = query.market === undefined ? null : marketOf(ctx, container, { ...query, market: query.market });
    ctx.body = await container.productLists.list(browseRequestOf(query), market);
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

/**
 * The further market of a list. A caller who may only pick products sees the names of markets, but no group's prices
 * (behavior 14.12).
 * @throws errors.ForbiddenError, errors.NotFoundError, errors.ValidationError
 */
function marketOf(
  ctx: Context,
  { siteMarkets }: Container,
  { market: key, status }: { market: string; status?: ProductListQuery['status'] },
): FurtherMarket {
  const needed = { actions: [{ action: permission('catalog.read') }] };
  if (!hasOnePermission({ state: { userAbility: ctx.state.userAbility } }, needed))
    throw new errors.ForbiddenError('Prices of a market are for roles with the permission to view the catalog.');
  if (status !== undefined)
    throw new errors.ValidationError('status: must be left out with market, which lists no hidden products');
  const market = siteMarkets.find(key);
  if (!market) throw new errors.NotFoundError(`The settings have no market ${key}.`);
  return market;
}

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

/** The catalog's request for a list's query. */
function browseRequestOf(query: ProductListQuery) {
  const { search, ids, category, brand, status, stock, sort, direction, page, pageSize } = query;
  const filter = { search, ids, categoryId: category, brandId: brand, status, inStock: stock && stock === 'in' };
  return { filter, orderBy: sort, direction, page, pageSize };
}

function paged({ total, page, pageSize }: { total: number; page: number; pageSize: number }) {
  return { total, page, pages: Math.ceil(total / pageSize) };
}
