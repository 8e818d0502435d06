import { useState } from 'react';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useRetryAllEventsMutation } from '../../../api/events-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';

/** Makes every dropped event, and every one that waits for its retry, due now; once confirmed. */
export function RetryAllButton() {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [isAsking, setIsAsking] = useState(false);
  const [retryAll, { isLoading }] = useRetryAllEventsMutation();

  const retryNow = async () => {
    setIsAsking(false);
    try {
      const { retried } = await retryAll({}).unwrap();
      toggleNotification({ type: 'success', message: t('commerce-bridge.events.retriedAll', { count: retried }) });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
      <Dialog.Trigger>
        <Button variant="secondary" startIcon={<ArrowClockwise />} loading={isLoading}>
          {t('commerce-bridge.events.retryAll')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('commerce-bridge.events.retryAll.title')} variant="default" onConfirm={retryNow}>
        {t('commerce-bridge.events.retryAll.text')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
