import type { SiteLocale } from '../../../api/site-locales-api';
import { defaultKey } from './market-values';

/** One of Strapi's locales, and the market whose products its entries show. */
export interface LocaleRow {
  code: string;
  name: string;
  market: string;
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

/** The setting after a locale's market was changed; locales with the default market are not listed. */
export function withMarket(
  mapped: Readonly<Record<string, string>>,
  { code, market }: { code: string; market: string },
): Record<string, string> {
  const others = Object.entries(mapped).filter(([other]) => other !== code);
  return Object.fromEntries(market === defaultKey ? others : [...others, [code, market]]);
}
