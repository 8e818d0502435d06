import type { Product, Variant } from '../catalog/product-model';
import type { SimulatedStore } from '../catalog/store';
import type { StoreCurrency } from '../markets/currency-edits';
import type { CustomerGroup } from '../markets/model';
import type { LookUp, Situation } from '../markets/pricing';
import type { Quote } from '../markets/quote';
import { resolveLocale, type LocalTexts, type TranslatedKind } from '../markets/texts';

/** What one request's shopper sees: a channel in a language and a currency, at the prices of a group. */
export interface ShopperMarket {
  readonly channelId: number;
  /** The locale that is served, which can differ from the requested one (upstream 20.5). */
  readonly locale: string;
  readonly currency: StoreCurrency;
  /** null: a guest without a group, or a customer without one. */
  readonly group: CustomerGroup | null;
  texts(kind: TranslatedKind, id: number): LocalTexts;
  /** In the currency of the argument, if the store has it. */
  currencyOr(code: string | null | undefined): StoreCurrency;
  quote(product: Product, variant: Variant | undefined, currency: StoreCurrency): Quote;
}

export interface ShopperRequest {
  readonly channelId: number;
  /** Group of the customer whose token was sent; undefined for guests. */
  readonly customerGroupId: number | undefined;
  /** Arguments of `@shopperPreferences`. */
  readonly preferences: { locale?: string | null; displayCurrencyCode?: string | null };
  readonly acceptLanguage: string | undefined;
  readonly lookUp: LookUp;
}

/** A guest has the guest group of the channel, a customer their own group, or none (upstream 20.4). */
export function marketOf(store: SimulatedStore, request: ShopperRequest): ShopperMarket {
  const { channels, currencies, groups, locales, pricing } = store.markets;
  const { channelId, customerGroupId, preferences } = request;
  const group = customerGroupId === undefined ? groups.guestGroupOf(channelId) : (groups.get(customerGroupId) ?? null);
  const locale = resolveLocale(locales.of(channelId), {
    directive: preferences.locale ?? undefined,
    acceptLanguage: request.acceptLanguage,
  });
  const [fallback] = currencies.all();
  const find = (code: string | null | undefined): StoreCurrency | undefined =>
    code ? currencies.find(code) : undefined;
  const own = find(preferences.displayCurrencyCode) ?? find(channels.currenciesOf(channelId).default_currency);
  const currency = own ?? fallback;
  if (!currency) throw new Error('The simulated store has no currency.');
  return {
    channelId,
    locale,
    currency,
    group,
    texts: (kind, id) => locales.translationOf({ kind, id, channelId, locale }),
    currencyOr: (code) => find(code) ?? currency,
    quote: (product, variant, wanted) => {
      const situation: Situation = { channelId, currency: wanted, shopper: { kind: 'guest or member', group } };
      return pricing.quote({ product, variant }, situation, request.lookUp);
    },
  };
}

/** Whether a group may see products of these categories. */
export function mayAccess(group: CustomerGroup | null, categories: readonly number[]): boolean {
  if (!group || group.category_access.type === 'all') return true;
  const allowed = group.category_access.type === 'none' ? [] : (group.category_access.categories ?? []);
  return categories.some((id) => allowed.includes(id));
}
