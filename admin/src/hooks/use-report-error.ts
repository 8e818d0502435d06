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
      const { message } = readApiError(error);
      toggleNotification({ type: 'danger', message: message ?? t('commerce-bridge.error.unknown') });
    },
    [t, toggleNotification],
  );
}
