import { useState } from 'react';
import { ConfirmDialog, useNotification } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { usePurgeCachesMutation } from '../../../api/cache-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';

/** Drops all kept answers, once confirmed. */
export function PurgeButton({ disabled }: { disabled: boolean }) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [isAsking, setIsAsking] = useState(false);
  const [purge, { isLoading }] = usePurgeCachesMutation();

  const purgeCaches = async () => {
    setIsAsking(false);
    try {
      await purge(undefined).unwrap();
      toggleNotification({ type: 'success', message: t('commerce-bridge.storefront.cache.purged') });
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
      <Dialog.Trigger>
        <Button variant="danger-light" startIcon={<Trash />} loading={isLoading} disabled={disabled}>
          {t('commerce-bridge.storefront.cache.purge')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('commerce-bridge.storefront.cache.purge.title')} onConfirm={purgeCaches}>
        {t('commerce-bridge.storefront.cache.purge.text')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
