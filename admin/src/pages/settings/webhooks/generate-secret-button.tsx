import { useState } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Dialog } from '@strapi/design-system';
import { Key } from '@strapi/icons';
import type { NewWebhookSecret } from '../../../../../contracts/admin/events';
import { useGenerateWebhookSecretMutation } from '../../../api/webhooks-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';

export interface GenerateSecretButtonProps {
  /** Whether this would replace an existing secret. */
  isSet: boolean;
  isAllowed: boolean;
  onMade: (made: NewWebhookSecret) => void;
}

/** Generates a secret; asks for confirmation if that replaces one. */
export function GenerateSecretButton({ isSet, isAllowed, onMade }: GenerateSecretButtonProps) {
  const t = useTranslate();
  const reportError = useReportError();
  const [isAsking, setIsAsking] = useState(false);
  const [generate, { isLoading, reset }] = useGenerateWebhookSecretMutation();

  const make = async () => {
    setIsAsking(false);
    try {
      onMade(await generate(undefined).unwrap());
      // The secret must not stay in the request cache.
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
