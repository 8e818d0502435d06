import { useCallback } from 'react';
import { readApiError } from '../api/api-error';
import { failureWords } from '../lib/failure-words';
import { refusalWords } from '../lib/setting-issue-words';
import { useTranslate } from './use-translate';

/** What went wrong with a request, in the administrator's language where the page has words for it, else in the server's. */
export function useErrorWords(): (error: unknown) => string {
  const t = useTranslate();
  return useCallback(
    (error) => {
      const { status, said, fields } = readApiError(error);
      // Strapi says `Policy Failed`, which helps nobody.
      if (status === 403) return t('commerce-bridge.error.forbidden');
      return (
        refusalWords(fields, t) ??
        (said && (failureWords(said, t) ?? said.message)) ??
        t('commerce-bridge.error.unknown')
      );
    },
    [t],
  );
}
