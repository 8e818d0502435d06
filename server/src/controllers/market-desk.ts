import type { Core } from '@strapi/strapi';
import {
  localesParams,
  marketCostBody,
  marketPreviewParams,
  type LocaleChoices,
  type MarketChoices,
  type MarketCosts,
  type MarketPreview,
  type MarketRows,
} from '../../../contracts/admin/market-desk';
import { adminAction, parseWith } from './admin-action';
import { previewInMarkets } from './market-preview';

/** `/commerce-bridge/markets`: the site's markets, and what further ones can be made of. */
export const marketDesk = ({ strapi }: { strapi: Core.Strapi }) => ({
  list: adminAction(strapi, async (ctx, { marketDesk: desk }) => {
    ctx.body = (await desk.list()) satisfies MarketRows;
  }),

  choices: adminAction(strapi, async (ctx, { marketChoices }) => {
    ctx.body = (await marketChoices.read()) satisfies MarketChoices;
  }),

  locales: adminAction(strapi, async (ctx, { marketChoices }) => {
    const { channelId } = parseWith(localesParams, ctx.params);
    ctx.body = (await marketChoices.locales(channelId)) satisfies LocaleChoices;
  }),

  cost: adminAction(strapi, async (ctx, { marketDesk: desk }) => {
    const { markets } = parseWith(marketCostBody, ctx.request.body);
    ctx.body = (await desk.cost(markets)) satisfies MarketCosts;
  }),

  preview: adminAction(strapi, async (ctx, container) => {
    const { id } = parseWith(marketPreviewParams, ctx.params);
    ctx.body = { id, markets: await previewInMarkets(id, container) } satisfies MarketPreview;
  }),
});
