import { useCallback } from 'react';
import { useNotification } from '@strapi/strapi/admin';
import { useReportError } from './use-report-error';

/** The notification to show after an action; a bare text means success. */
export type ActionOutcome = string | { type: 'success' | 'info' | 'warning' | 'danger'; message: string };

/** Performs an action and shows a notification: its result, or why it failed. */
export function useNotifyOutcome(): (work: () => Promise<ActionOutcome>) => Promise<void> {
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  return useCallback(
    async (work) => {
      try {
        const outcome = await work();
        toggleNotification(typeof outcome === 'string' ? { type: 'success', message: outcome } : outcome);
      } catch (error) {
        reportError(error);
      }
    },
    [reportError, toggleNotification],
  );
}
