import type { MarketListItemView } from '../../../contracts/rest/markets';
import type { SiteMarket } from './site-markets';

/** What `GET /markets` shows of a market. */
export function presentMarket({ key, name, currency, locale, channelId }: SiteMarket): MarketListItemView {
  return { key, name, currency, locale, channel_id: channelId };
}
