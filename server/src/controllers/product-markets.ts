import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { productInMarketPath } from '../../../contracts/admin/product-in-market';
import { adminAction, parseWith } from './admin-action';

/** `/commerce-bridge/products/:id/markets/:key`: one product in one further market. */
export const productMarkets = ({ strapi }: { strapi: Core.Strapi }) => ({
  compare: adminAction(strapi, async (ctx, { siteMarkets, productMarketDesk }) => {
    const { id, key } = parseWith(productInMarketPath, ctx.params);
    ctx.set('Cache-Control', 'no-store');
    const market = siteMarkets.find(key);
    if (!market) throw new errors.NotFoundError(`The settings have no market ${key}.`);
    const compared = await productMarketDesk.compare(id, market);
    if (!compared) throw new errors.NotFoundError(`No product with the id ${id} is cached.`);
    ctx.body = compared;
  }),
});
