import type { MarketListItemView, ProductMarketView } from '../../../contracts/rest/markets';
import type { SiteMarket } from './site-markets';

/** What `GET /markets` shows of a market. */
export function presentMarket({ key, name, currency, locale, channelId }: SiteMarket): MarketListItemView {
  return { key, name, currency, locale, channel_id: channelId };
}

/** What a product shows of the market that it is shown in. */
export function presentMarketOfProduct({ key, channelId, currency, locale }: SiteMarket): ProductMarketView {
  return { key, channel_id: channelId, currency, locale };
}
