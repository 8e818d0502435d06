import { useState } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';
import { Key } from '@strapi/icons';
import type { NewWebhookSecret } from '../../../../../contracts/admin/events';
import { useGenerateWebhookSecretMutation } from '../../../api/webhooks-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';

export interface GenerateSecretButtonProps {
  /** Whether there is a secret that this would replace. */
  isSet: boolean;
  isAllowed: boolean;
  onMade: (made: NewWebhookSecret) => void;
}

/** Makes a secret; asks first where that replaces one. */
export function GenerateSecretButton({ isSet, isAllowed, onMade }: GenerateSecretButtonProps) {
  const t = useTranslate();
  const reportError = useReportError();
  const [isAsking, setIsAsking] = useState(false);
  const [generate, { isLoading, reset }] = useGenerateWebhookSecretMutation();

  const make = async () => {
    setIsAsking(false);
    try {
      onMade(await generate(undefined).unwrap());
      // The store of requests must not keep it.
      reset();
    } catch (error) {
      reportError(error);
    }
  };

  return (
    <Dialog.Root open={isAsking} onOpenChange={setIsAsking}>
      <Button
        variant="secondary"
        startIcon={<Key />}
        loading={isLoading}
        disabled={!isAllowed}
        onClick={() => (isSet ? setIsAsking(true) : void make())}
      >
        {isSet ? t('commerce-bridge.webhooks.secret.replace') : t('commerce-bridge.webhooks.secret.generate')}
      </Button>
      <ConfirmDialog title={t('commerce-bridge.webhooks.secret.replace.title')} onConfirm={make}>
        {t('commerce-bridge.webhooks.secret.replace.text')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
