import { useState } from 'react';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useCancelRunMutation } from '../../../api/runs-api';
import { useAllowed } from '../../../hooks/use-allowed';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';

/** Ends the run under way, once confirmed; absent for those who may not run one. */
export function CancelButton() {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [isAsking, setIsAsking] = useState(false);
  const [cancel, { isLoading }] = useCancelRunMutation();
  const { allowed } = useAllowed(permissions.runSync);
  if (!allowed) return null;

  const cancelRun = async () => {
    setIsAsking(false);
    try {
      await cancel(undefined).unwrap();
      toggleNotification({ type: 'info', message: t('commerce-bridge.cancel.requested') });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
      <Dialog.Trigger>
        <Button variant="danger-light" startIcon={<Cross />} loading={isLoading}>
          {t('commerce-bridge.cancel.action')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('commerce-bridge.cancel.title')} onConfirm={cancelRun}>
        {t('commerce-bridge.cancel.text')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
