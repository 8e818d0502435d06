import { useCallback } from 'react';
import { errorWords } from '../lib/error-words';
import { useTranslate } from './use-translate';

/** Why a request failed, in the administrator's language; in the server's English if there is no translation. */
export function useErrorWords(): (error: unknown) => string {
  const t = useTranslate();
  return useCallback((error) => errorWords(error, t), [t]);
}
