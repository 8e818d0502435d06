import { useCallback } from 'react';
import { readApiError } from '../api/api-error';
import { failureWords } from '../lib/failure-words';
import { refusalWords } from '../lib/setting-issue-words';
import { useTranslate } from './use-translate';

/** Why a request failed, in the administrator's language; in the server's English if there is no translation. */
export function useErrorWords(): (error: unknown) => string {
  const t = useTranslate();
  return useCallback(
    (error) => {
      const { status, said, fields } = readApiError(error);
      // Strapi's own message, `Policy Failed`, is no help.
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
