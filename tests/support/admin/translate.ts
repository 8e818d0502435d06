import { createIntl } from 'react-intl';
import type { Translate } from '../../../admin/src/hooks/use-translate';
import { loadTranslations } from '../../../admin/src/translations/load-translations';

/** The admin's texts in a language; throws if one is missing or lacks a value. */
export async function translateTo(language: string): Promise<Translate> {
  const intl = createIntl({
    locale: language,
    messages: await loadTranslations(language),
    onError: (error) => {
      throw error;
    },
  });
  return (key, values) => intl.formatMessage({ id: key }, values);
}
