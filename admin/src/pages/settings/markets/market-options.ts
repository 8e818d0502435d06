import type { ChannelChoice, GroupChoice, MarketChoices } from '../../../../../contracts/admin/market-desk';
import type { Translate, TranslationKey } from '../../../hooks/use-translate';

/** An option of a field: available, or chosen although it is no longer available. */
export interface Option {
  value: string;
  label: string;
}

type Choices<Kind extends keyof MarketChoices> = MarketChoices[Kind];

/** Channels that are active storefronts. */
export function channelOptions(
  { items, failure }: Choices<'channels'>,
  { chosen, t }: { chosen: number | null; t: Translate },
): Option[] {
  const options = items
    .filter(({ isOffered }) => isOffered)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return withChosen(options, chosen === null ? '' : String(chosen), (id) => {
    const known = items.find((channel) => String(channel.id) === id);
    if (known) return t('commerce-bridge.markets.choice.off', { name: known.name });
    return missing('commerce-bridge.markets.choice.channel', { id, isKnown: failure === null, t });
  });
}

/** The currencies of the channel; if they are unknown, those of the store. */
export function currencyOptions(
  { channels, currencies }: Pick<MarketChoices, 'channels' | 'currencies'>,
  { channelId, chosen, t }: { channelId: number | null; chosen: string; t: Translate },
): Option[] {
  const shown = channelOf(channels.items, channelId)?.currencies ?? null;
  const options = currencies.items
    .filter(({ code, isEnabled }) => isEnabled && (shown === null || shown.includes(code)))
    .map(({ code, name, isTransactional }) => {
      const label = name === '' || name === code ? code : `${name} (${code})`;
      return {
        value: code,
        label: isTransactional ? label : t('commerce-bridge.markets.choice.display', { name: label }),
      };
    });
  return withChosen(options, chosen, (code) =>
    missing('commerce-bridge.markets.choice.currency', { id: code, isKnown: currencies.failure === null, t }),
  );
}

/** Customer groups, with guests first. */
export function groupOptions(
  { items, failure }: Choices<'customerGroups'>,
  { chosen, t }: { chosen: number | null; t: Translate },
): Option[] {
  const groups = items.map(({ id, name }) => ({ value: String(id), label: name }));
  const options = [{ value: guests, label: t('commerce-bridge.markets.guests') }, ...groups];
  return withChosen(options, chosen === null ? guests : String(chosen), (id) =>
    missing('commerce-bridge.markets.choice.group', { id, isKnown: failure === null, t }),
  );
}

/** The value of the option for no group. */
export const guests = 'guests';

export function localeOptions(locales: readonly string[], { chosen, language }: LocaleWords): Option[] {
  const label = (code: string) => language(code);
  return withChosen(
    locales.map((code) => ({ value: code, label: label(code) })),
    chosen,
    label,
  );
}

interface LocaleWords {
  chosen: string;
  /** Names a language by its code, in the administrator's language. */
  language: (code: string) => string;
}

/** The name of a channel; its id if the name is unknown. */
export function channelName(choices: MarketChoices | undefined, id: number, t: Translate): string {
  return (
    channelOf(choices?.channels.items ?? [], id)?.name ??
    missing('commerce-bridge.markets.choice.channel', { id: String(id), isKnown: isListed(choices?.channels), t })
  );
}

export function groupName(choices: MarketChoices | undefined, id: number, t: Translate): string {
  const named = (groups: readonly GroupChoice[]) => groups.find((group) => group.id === id)?.name;
  return (
    named(choices?.customerGroups.items ?? []) ??
    missing('commerce-bridge.markets.choice.group', { id: String(id), isKnown: isListed(choices?.customerGroups), t })
  );
}

const isListed = (choices: { failure: unknown } | undefined) => choices?.failure === null;

export function channelOf(channels: readonly ChannelChoice[], id: number | null): ChannelChoice | undefined {
  return channels.find((channel) => channel.id === id);
}

/** Adds the chosen value if it is missing, so that opening the form changes nothing. */
function withChosen(options: Option[], chosen: string, label: (value: string) => string): Option[] {
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: label(chosen) }];
}

/** Label for a choice that the store no longer has, or that could not be looked up. */
function missing(name: TranslationKey, { id, isKnown, t }: { id: string; isKnown: boolean; t: Translate }): string {
  const words = t(name, { id });
  return isKnown ? t('commerce-bridge.markets.choice.gone', { name: words }) : words;
}
