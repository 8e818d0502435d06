import { defaultMarketKey, type MarketSetting } from '../../../contracts/admin/markets';
import type { StoreFacts } from '../catalog/model';
import type { Settings } from '../settings/settings-service';
import type { Market } from './market-parts';

/** A market from the settings; `default` is made from the store's own facts. */
export interface SiteMarket extends Market, Omit<MarketSetting, 'locale'> {
  /** Null only for the default market, while the store's own locale is unknown. */
  locale: string | null;
}

/** A market other than the default one: its locale is always known. */
export type FurtherMarket = Market & MarketSetting;

/** The markets of the site, from the last snapshot of its settings: no request waits for them. */
export interface SiteMarkets {
  /** All but the default one, in the order of the settings; none on most sites. */
  further(): readonly FurtherMarket[];
  /** One of these; undefined also for `default`. */
  find(key: string): FurtherMarket | undefined;
  /** The key of the market shown for entries in one of Strapi's locales. */
  keyOfLocale(locale: string): string;
  /** Whether any locale has its own market. */
  hasLocales(): boolean;
  /** The default market, with what the last sync stored about the store; null before the first one. */
  default(facts: StoreFacts | null): SiteMarket | null;
}

export function createSiteMarkets(settings: { snapshot(): Pick<Settings, 'plain'> }): SiteMarkets {
  const further = () => settings.snapshot().plain.markets;
  const mapped = () => settings.snapshot().plain.marketOfLocale;
  return {
    further,
    find: (key) => further().find((market) => market.key === key),
    // A caller's locale may be the name of an inherited property, such as `constructor`.
    keyOfLocale: (locale) => (Object.hasOwn(mapped(), locale) ? mapped()[locale] : undefined) ?? defaultMarketKey,
    hasLocales: () => Object.keys(mapped()).length > 0,
    default: (facts) =>
      facts && {
        key: defaultMarketKey,
        name: facts.name,
        channelId: settings.snapshot().plain.channelId ?? facts.defaultChannelId,
        currency: facts.currency,
        locale: facts.locale,
        customerGroupId: null,
        isPublic: true,
      },
  };
}
