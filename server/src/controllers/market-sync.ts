import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { marketParams, marketSyncBody, type MarketSyncStarted } from '../../../contracts/admin/markets';
import { adminAction, parseWith } from './admin-action';

/** `/commerce-bridge/markets`: refreshing one market. */
export const marketSync = ({ strapi }: { strapi: Core.Strapi }) => ({
  start: adminAction(strapi, async (ctx, container) => {
    const { key } = parseWith(marketParams, ctx.params);
    const { allowMassRemoval } = parseWith(marketSyncBody, ctx.request.body ?? {});
    if (!container.siteMarkets.find(key)) throw new errors.NotFoundError(`The settings have no market ${key}.`);
    await container.marketPasses.request(key, { confirms: allowMassRemoval });
    ctx.status = 202;
    ctx.body = { key } satisfies MarketSyncStarted;
  }),
});
