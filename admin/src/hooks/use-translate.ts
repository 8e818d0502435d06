import { useCallback } from 'react';
import { useIntl, type PrimitiveType } from 'react-intl';
import type english from '../translations/en.json';

/** Keys of all texts on the plugin's pages; the English file lists them. */
export type TranslationKey = keyof typeof english;

export type Translate = (key: TranslationKey, values?: Record<string, PrimitiveType>) => string;

/** Texts in the administrator's language; Strapi falls back to our English file for any other language. */
export function useTranslate(): Translate {
  const { formatMessage } = useIntl();
  return useCallback((key, values) => formatMessage({ id: key }, values), [formatMessage]);
}
