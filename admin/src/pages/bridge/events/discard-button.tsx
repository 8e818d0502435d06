import { useState } from 'react';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { Dialog, IconButton } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useDiscardEventMutation } from '../../../api/events-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import type { EventButtonProps } from './retry-button';

/** Takes an event out of the queue, once confirmed. */
export function DiscardButton({ event, subject }: EventButtonProps) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [isAsking, setIsAsking] = useState(false);
  const [discard, { isLoading }] = useDiscardEventMutation();

  const discardNow = async () => {
    setIsAsking(false);
    try {
      await discard(event.id).unwrap();
      toggleNotification({ type: 'success', message: t('commerce-bridge.event.discarded', { subject }) });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
      <Dialog.Trigger>
        <IconButton variant="tertiary" disabled={isLoading} label={t('commerce-bridge.event.discard.label', { subject })}>
          <Trash />
        </IconButton>
      </Dialog.Trigger>
      <ConfirmDialog title={t('commerce-bridge.event.discard.title', { subject })} onConfirm={discardNow}>
        {t('commerce-bridge.event.discard.text')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
