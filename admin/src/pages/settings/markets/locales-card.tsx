import { useState } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import { Button, Field, Flex, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { useGetSiteLocalesQuery } from '../../../api/site-locales-api';
import { Card } from '../../../components/card';
import { Notice } from '../../../components/notice';
import { lockHint } from '../../../components/settings-form/lock-hint';
import { useChangeSettings } from '../../../hooks/use-change-settings';
import { useErrorWords } from '../../../hooks/use-error-words';
import { useTranslate } from '../../../hooks/use-translate';
import { type LocaleMarket, localeRows, withMarkets } from './locale-rows';
import { defaultKey } from './market-values';

/** Which market's products the site's own content shows in each of Strapi's locales. */
export function LocalesCard({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  const errorWords = useErrorWords();
  const { toggleNotification } = useNotification();
  const { data: locales = [] } = useGetSiteLocalesQuery(undefined);
  const { changeSettings, isSaving } = useChangeSettings();
  const [edited, setEdited] = useState<readonly LocaleMarket[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const lock = settings.locked['marketOfLocale'];
  const mapped = withMarkets(settings.marketOfLocale, edited);
  const isEditable = canUpdate && lock === undefined;

  const save = async () => {
    setProblem(null);
    try {
      // Somebody else may have saved other locales since this page was opened.
      await changeSettings(({ marketOfLocale }) => ({ marketOfLocale: withMarkets(marketOfLocale, edited) }));
      setEdited([]);
      toggleNotification({ type: 'success', message: t('commerce-bridge.markets.locales.saved') });
    } catch (error) {
      setProblem(errorWords(error));
    }
  };

  return (
    <Card
      title={t('commerce-bridge.setting.marketOfLocale.label')}
      description={t('commerce-bridge.markets.locales.description')}
      aside={
        isEditable ? (
          <Button disabled={edited.length === 0} loading={isSaving} onClick={() => void save()}>
            {t('commerce-bridge.markets.locales.save')}
          </Button>
        ) : null
      }
    >
      {lock === undefined ? null : <Notice tone="information">{lockHint(lock, t)}</Notice>}
      <div aria-live="polite">{problem === null ? null : <Notice tone="danger">{problem}</Notice>}</div>
      <Flex direction="column" alignItems="stretch" gap={4}>
        {localeRows(locales, mapped).map(({ code, name, market }) => (
          <Field.Root key={code}>
            <Field.Label>{name}</Field.Label>
            <SingleSelect
              value={market}
              disabled={!isEditable || isSaving}
              onChange={(chosen) => {
                setEdited([...edited, { code, market: String(chosen) }]);
                setProblem(null);
              }}
            >
              <SingleSelectOption value={defaultKey}>{t('commerce-bridge.markets.default')}</SingleSelectOption>
              {settings.markets.map(({ key, name: marketName }) => (
                <SingleSelectOption key={key} value={key}>
                  {marketName}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        ))}
      </Flex>
    </Card>
  );
}
