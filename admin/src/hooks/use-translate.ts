import { useCallback } from 'react';
import { useIntl, type PrimitiveType } from 'react-intl';
import type english from '../translations/en.json';

/** Every text of the plugin's pages; the English file is the list of them. */
export type TranslationKey = keyof typeof english;

export type Translate = (key: TranslationKey, values?: Record<string, PrimitiveType>) => string;

/** Texts in the administrator's language; Strapi falls back to our English file for any other language. */
export function useTranslate(): Translate {
  const { formatMessage } = useIntl();
  return useCallback((key, values) => formatMessage({ id: key }, values), [formatMessage]);
}
