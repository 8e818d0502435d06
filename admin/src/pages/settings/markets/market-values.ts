import { type MarketPlace, type MarketSetting, type MarketSettingUpdate } from '../../../../../contracts/admin/markets';
import type { TranslationKey } from '../../../hooks/use-translate';

/** The values of a market's form. */
export interface MarketValues {
  key: string;
  name: string;
  /** Null: nothing is chosen yet. */
  channelId: number | null;
  /** Empty: nothing is chosen yet; likewise for `locale`. */
  currency: string;
  locale: string;
  /** Null: guests. */
  customerGroupId: number | null;
  isPublic: boolean;
  /** Whether the channel has its own names and descriptions in the store's own language. */
  hasOwnTexts: boolean;
}

const emptyValues: MarketValues = {
  key: '',
  name: '',
  channelId: null,
  currency: '',
  locale: '',
  customerGroupId: null,
  isPublic: true,
  hasOwnTexts: false,
};

/** @param market null for a new one */
export function toMarketValues(market: MarketSetting | null): MarketValues {
  return market === null ? emptyValues : { ...market, hasOwnTexts: market.hasOwnTexts ?? false };
}

/** The part of the values that determines what is read from the store; null while the choice is incomplete. */
export function placeOf({
  channelId,
  currency,
  locale,
  customerGroupId,
  hasOwnTexts,
}: MarketValues): MarketPlace | null {
  if (channelId === null || currency === '' || locale === '') return null;
  return { channelId, currency, locale, customerGroupId, ...(hasOwnTexts && { hasOwnTexts }) };
}

/** The place of a market without its name and key, which do not affect what it costs. */
export function barePlace({ channelId, currency, locale, customerGroupId, hasOwnTexts }: MarketPlace): MarketPlace {
  return { channelId, currency, locale, customerGroupId, ...(hasOwnTexts && { hasOwnTexts }) };
}

/** The values to save; null while the choice is incomplete. */
export function toMarketUpdate(values: MarketValues): MarketSettingUpdate | null {
  const place = placeOf(values);
  return place && { key: values.key.trim(), name: values.name.trim(), ...place, isPublic: values.isPublic };
}

/** The key of the market that every site has; no other market can use it. */
export const defaultKey = 'default';

/** What is wrong with a key; null when nothing is. */
export function keyProblem(key: string, taken: readonly string[]): TranslationKey | null {
  const given = key.trim();
  if (!/^[a-z0-9-]{1,32}$/.test(given)) return 'commerce-bridge.markets.key.form';
  if (given === defaultKey) return 'commerce-bridge.markets.key.default';
  return taken.includes(given) ? 'commerce-bridge.markets.key.taken' : null;
}

/** The values after another group is chosen: a group's prices are private by default. */
export function withGroup(values: MarketValues, customerGroupId: number | null): MarketValues {
  const isOther = (customerGroupId === null) !== (values.customerGroupId === null);
  return { ...values, customerGroupId, isPublic: isOther ? customerGroupId === null : values.isPublic };
}

/** The values after another channel is chosen, which has its own currencies and languages. */
export function withChannel(values: MarketValues, channelId: number, defaultCurrency: string | null): MarketValues {
  return { ...values, channelId, currency: defaultCurrency ?? '', locale: '' };
}
