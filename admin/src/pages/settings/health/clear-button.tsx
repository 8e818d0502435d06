import { useState } from 'react';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useClearHealthMutation } from '../../../api/health-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';

/** Forgets the last check and the notice with it, once confirmed. */
export function ClearButton() {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [isAsking, setIsAsking] = useState(false);
  const [clear, { isLoading }] = useClearHealthMutation();

  const clearRecord = async () => {
    setIsAsking(false);
    try {
      await clear(undefined).unwrap();
      toggleNotification({ type: 'success', message: t('commerce-bridge.health.cleared') });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
      <Dialog.Trigger>
        <Button variant="danger-light" startIcon={<Trash />} loading={isLoading}>
          {t('commerce-bridge.health.clear')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('commerce-bridge.health.clear.title')} onConfirm={clearRecord}>
        {t('commerce-bridge.health.clear.text')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
