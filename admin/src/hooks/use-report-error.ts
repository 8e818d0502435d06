import { useCallback } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import { readApiError } from '../api/api-error';
import { useTranslate } from './use-translate';

/** Shows what went wrong with a request as a notification, in the server's words where it has any. */
export function useReportError(): (error: unknown) => void {
  const { toggleNotification } = useNotification();
  const t = useTranslate();
  return useCallback(
    (error) => {
      const { status, message } = readApiError(error);
      // Strapi says `Policy Failed`, which helps nobody.
      const words = status === 403 ? t('commerce-bridge.error.forbidden') : (message ?? t('commerce-bridge.error.unknown'));
      toggleNotification({ type: 'danger', message: words });
    },
    [t, toggleNotification],
  );
}
