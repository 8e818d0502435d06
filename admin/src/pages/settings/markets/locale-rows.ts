import type { SiteLocale } from '../../../api/site-locales-api';
import { defaultKey } from './market-values';

/** One of Strapi's locales, and the market whose products its entries show. */
export interface LocaleMarket {
  code: string;
  market: string;
}

export interface LocaleRow extends LocaleMarket {
  name: string;
}

/** The site's locales, followed by those that the setting still names but the site no longer has. */
export function localeRows(locales: readonly SiteLocale[], mapped: Readonly<Record<string, string>>): LocaleRow[] {
  const known = new Set(locales.map(({ code }) => code));
  const gone = Object.keys(mapped).filter((code) => !known.has(code));
  return [...locales, ...gone.map((code) => ({ code, name: code }))].map(({ code, name }) => ({
    code,
    name,
    market: mapped[code] ?? defaultKey,
  }));
}

/** The setting after locales were given other markets, one after the other; those with the default one are not listed. */
export function withMarkets(
  mapped: Readonly<Record<string, string>>,
  edited: readonly LocaleMarket[],
): Record<string, string> {
  const markets = new Map(Object.entries(mapped));
  for (const { code, market } of edited) {
    if (market === defaultKey) markets.delete(code);
    else markets.set(code, market);
  }
  return Object.fromEntries(markets);
}
