import { useCallback } from 'react';
import { readApiError } from '../api/api-error';
import { useTranslate } from './use-translate';

/** What went wrong with a request, in the server's words where it has any. */
export function useErrorWords(): (error: unknown) => string {
  const t = useTranslate();
  return useCallback(
    (error) => {
      const { status, message } = readApiError(error);
      // Strapi says `Policy Failed`, which helps nobody.
      return status === 403 ? t('commerce-bridge.error.forbidden') : (message ?? t('commerce-bridge.error.unknown'));
    },
    [t],
  );
}
