import type { CurrencyView, StoreView } from '../../../../contracts/rest/store';
import type { StoreFacts } from '../model/catalog-types';
import { weightSymbol } from '../model/weight';

/** What is known about the store; all null before the first sync. */
export function presentStore(facts: StoreFacts | null): StoreView {
  return {
    name: facts?.name || null,
    currency: presentCurrency(facts),
    weight_unit: weightSymbol(facts?.weightUnit ?? null) || null,
    locale: facts?.locale ?? null,
  };
}

/** The currency of all prices; null before the first sync. */
export function presentCurrency(facts: StoreFacts | null): CurrencyView | null {
  if (!facts) return null;
  const { currency, currencySymbol, currencyDecimals, currencyPlacement } = facts;
  return { code: currency, symbol: currencySymbol, decimals: currencyDecimals, placement: currencyPlacement };
}

/** The currency of a market; until it is first read, only its code is known. */
export function presentCurrencyOfMarket(code: string, facts: StoreFacts | null): CurrencyView {
  const own = presentCurrency(facts);
  if (own?.code === code) return own;
  return (
    facts?.currencies?.find((form) => form.code === code) ?? { code, symbol: null, decimals: null, placement: null }
  );
}
