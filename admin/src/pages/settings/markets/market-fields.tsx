import { Checkbox, Field } from '@strapi/design-system';
import type { MarketChoices } from '../../../../../contracts/admin/market-desk';
import { useGetChannelLocalesQuery } from '../../../api/markets-api';
import { PartFailure } from '../../../components/load-failure';
import { Notice } from '../../../components/notice';
import { TextField } from '../../../components/text-field';
import { useTranslate } from '../../../hooks/use-translate';
import { ChoiceField } from './choice-field';
import { channelOf, channelOptions, currencyOptions, groupOptions, guests, localeOptions } from './market-options';
import { keyProblem, type MarketValues, withChannel, withGroup } from './market-values';
import { useLanguageNames } from './use-language-names';

export interface MarketFieldsProps {
  values: MarketValues;
  choices: MarketChoices;
  /** Only a new market's key can be chosen: it is part of addresses and permissions. */
  isNew: boolean;
  /** Keys of other markets. */
  taken: readonly string[];
  /** Whether to point out missing values, after an attempt to save. */
  isChecked: boolean;
  onChange: (values: MarketValues) => void;
}

/** The fields of a market, with the choices that the store has. */
export function MarketFields({ values, choices, isNew, taken, isChecked, onChange }: MarketFieldsProps) {
  const t = useTranslate();
  const { channelId, currency, customerGroupId } = values;
  const { channels, currencies, customerGroups } = choices;
  const problem = isNew && (isChecked || values.key !== '') ? keyProblem(values.key, taken) : null;
  const isNameless = isChecked && values.name.trim() === '';

  return (
    <>
      <TextField
        isRequired
        label={t('commerce-bridge.markets.field.name')}
        value={values.name}
        error={isNameless ? t('commerce-bridge.markets.name.missing') : undefined}
        onChange={(name) => onChange({ ...values, name })}
      />
      <TextField
        isRequired
        label={t('commerce-bridge.markets.field.key')}
        hint={t('commerce-bridge.markets.field.key.hint')}
        value={values.key}
        disabled={!isNew}
        error={problem === null ? undefined : t(problem)}
        onChange={(key) => onChange({ ...values, key })}
      />
      <ChoiceField
        label={t('commerce-bridge.markets.field.channel')}
        options={channelOptions(channels, { chosen: channelId, t })}
        value={channelId === null ? '' : String(channelId)}
        failure={channels.failure}
        onChange={(chosen) => {
          const id = Number(chosen);
          onChange(withChannel(values, id, channelOf(channels.items, id)?.defaultCurrency ?? null));
        }}
      />
      <ChoiceField
        label={t('commerce-bridge.markets.field.currency')}
        hint={isDisplayOnly(choices, currency) ? t('commerce-bridge.markets.field.currency.display') : undefined}
        options={currencyOptions(choices, { channelId, chosen: currency, t })}
        value={currency}
        failure={currencies.failure ?? channels.currencyFailure}
        disabled={channelId === null}
        onChange={(code) => onChange({ ...values, currency: code })}
      />
      <LocaleField values={values} onChange={onChange} />
      <Field.Root hint={t('commerce-bridge.markets.field.ownTexts.hint')}>
        <Checkbox
          checked={values.hasOwnTexts}
          onCheckedChange={(hasOwnTexts) => onChange({ ...values, hasOwnTexts: hasOwnTexts === true })}
        >
          {t('commerce-bridge.markets.field.ownTexts')}
        </Checkbox>
        <Field.Hint />
      </Field.Root>
      <ChoiceField
        label={t('commerce-bridge.markets.field.group')}
        hint={t('commerce-bridge.markets.field.group.hint')}
        options={groupOptions(customerGroups, { chosen: customerGroupId, t })}
        value={customerGroupId === null ? guests : String(customerGroupId)}
        failure={customerGroups.failure}
        onChange={(chosen) => onChange(withGroup(values, chosen === guests ? null : Number(chosen)))}
      />
      <Checkbox
        checked={values.isPublic}
        onCheckedChange={(isPublic) => onChange({ ...values, isPublic: isPublic === true })}
      >
        {t('commerce-bridge.markets.field.public')}
      </Checkbox>
      {values.isPublic && customerGroupId !== null ? (
        <Notice tone="warning">{t('commerce-bridge.markets.public.warning')}</Notice>
      ) : null}
      {values.isPublic ? null : <Notice tone="information">{t('commerce-bridge.markets.private.text')}</Notice>}
    </>
  );
}

function isDisplayOnly({ currencies }: MarketChoices, code: string): boolean {
  return currencies.items.some((currency) => currency.code === code && !currency.isTransactional);
}

/** The languages of the chosen channel. */
function LocaleField({ values, onChange }: Pick<MarketFieldsProps, 'values' | 'onChange'>) {
  const t = useTranslate();
  const language = useLanguageNames();
  const { channelId, locale } = values;
  const { currentData, error, refetch } = useGetChannelLocalesQuery(channelId ?? 0, { skip: channelId === null });
  return (
    <>
      <ChoiceField
        label={t('commerce-bridge.markets.field.locale')}
        options={localeOptions(currentData?.items ?? [], { chosen: locale, language })}
        value={locale}
        failure={currentData?.failure ?? null}
        disabled={channelId === null}
        onChange={(code) => onChange({ ...values, locale: code })}
      />
      {channelId === null || error === undefined ? null : <PartFailure error={error} onRetry={() => void refetch()} />}
    </>
  );
}
