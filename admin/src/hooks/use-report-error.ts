import { useCallback } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import { useErrorWords } from './use-error-words';

/** Shows what went wrong with a request as a notification. */
export function useReportError(): (error: unknown) => void {
  const { toggleNotification } = useNotification();
  const words = useErrorWords();
  return useCallback(
    (error) => toggleNotification({ type: 'danger', message: words(error) }),
    [toggleNotification, words],
  );
}
