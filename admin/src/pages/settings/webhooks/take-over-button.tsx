import { useState } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';
import { useAllowed } from '../../../hooks/use-allowed';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import type { FailedHook } from './failed-hooks';
import { useRegistration } from './use-registration';

/** Makes hooks that lead to another host lead here, once confirmed; absent for those who may not. */
export function TakeOverButton({ onFailed }: { onFailed: (hooks: FailedHook[]) => void }) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const { allowed } = useAllowed(permissions.manageWebhooks);
  const { isRegistering, register } = useRegistration(onFailed);
  if (!allowed) return null;
  const takeOver = async () => {
    setIsAsking(false);
    await register({ takeOver: true });
  };
  return (
    <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
      <Dialog.Trigger>
        <Button variant="danger-light" loading={isRegistering}>
          {t('commerce-bridge.webhooks.takeOver')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('commerce-bridge.webhooks.takeOver.title')} onConfirm={takeOver}>
        {t('commerce-bridge.webhooks.takeOver.text')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
