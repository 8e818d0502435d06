import type { StoreCurrency } from '../markets/currency-edits';
import { localePrefix } from '../markets/texts';
import type { Session, View } from './session';

/** Languages of the channel (upstream 20.5). */
export function localeViews(session: Session): View[] {
  const { channels, locales } = session.store.markets;
  const site = channels.siteOf(session.channelId)?.url ?? '';
  return locales
    .of(session.channelId)
    .filter((locale) => locale.status === 'ACTIVE')
    .map((locale) => ({
      code: locale.code,
      isDefault: locale.isDefault,
      path: locale.path,
      fullPath: `${site}${localePrefix(locale)}`,
    }));
}

/** Currencies of the channel. */
export function enabledCurrencies(session: Session): StoreCurrency[] {
  const { channels, currencies } = session.store.markets;
  const enabled = channels.currenciesOf(session.channelId).enabled_currencies;
  return currencies.all().filter((currency) => currency.enabled && enabled.includes(currency.currency_code));
}

/** The rate is a number here, and text in REST (upstream 20.2). */
export function currencyView(currency: StoreCurrency): View {
  return {
    entityId: currency.id,
    code: currency.currency_code,
    name: currency.name,
    flagImage: null,
    isActive: currency.enabled,
    exchangeRate: currency.rate,
    isTransactional: currency.is_transactional,
    isDefault: currency.isDefault,
    display: {
      symbol: currency.token,
      symbolPlacement: currency.token_location.toUpperCase(),
      decimalToken: currency.decimal_token,
      thousandsToken: currency.thousands_token,
      decimalPlaces: currency.decimal_places,
    },
  };
}
