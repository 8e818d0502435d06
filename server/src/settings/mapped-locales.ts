import type { PlainSettings } from '../../../contracts/admin/settings';
import { defaultMarketKey } from '../../../contracts/admin/markets';
import type { SettingProblem } from './settings-errors';

/** A problem for each locale that is mapped to a nonexistent market: entries in that locale could not be shown. */
export function unknownMarketsOfLocales({
  markets,
  marketOfLocale,
}: Pick<PlainSettings, 'markets' | 'marketOfLocale'>): SettingProblem[] {
  const known = [defaultMarketKey, ...markets.map(({ key }) => key)];
  const unknown = Object.entries(marketOfLocale).filter(([, key]) => !known.includes(key));
  return unknown.map(([locale, market]) => ({
    name: 'marketOfLocale',
    code: 'market_of_locale_unknown',
    values: { locale, market },
    message: `marketOfLocale maps the locale ${locale} to the market ${market}, which does not exist; there are ${known.join(', ')}.`,
  }));
}
