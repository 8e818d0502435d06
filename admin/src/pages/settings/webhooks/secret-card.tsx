import { useState } from 'react';
import { Flex, Typography } from '@strapi/design-system';
import type { NewWebhookSecret } from '../../../../../contracts/admin/events';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { Notice } from '../../../components/notice';
import { lockHint } from '../../../components/settings-form/lock-hint';
import { useAllowed } from '../../../hooks/use-allowed';
import { useTranslate, type Translate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { GenerateSecretButton } from './generate-secret-button';
import { NewSecret } from './new-secret';

/** The secret of the signature header: whether it is set, and a button to generate a new one, which is shown once. */
export function SecretCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { allowed, isLoading } = useAllowed(permissions.manageWebhooks);
  const [made, setMade] = useState<NewWebhookSecret | null>(null);
  const lock = settings.locked['webhookSecret'];
  const isPossible = lock === undefined && settings.canStoreSecrets;
  return (
    <Card
      title={t('commerce-bridge.webhooks.secret.title')}
      description={t('commerce-bridge.webhooks.secret.description', { header: settings.webhookSignatureHeader })}
      aside={
        isPossible ? (
          <GenerateSecretButton isSet={settings.webhookSecret.isSet} isAllowed={allowed} onMade={setMade} />
        ) : null
      }
    >
      {made === null ? null : <NewSecret made={made} onDone={() => setMade(null)} />}
      <Flex direction="column" alignItems="flex-start" gap={1}>
        <Typography textColor="neutral800">{secretState(settings, t)}</Typography>
        {lock === undefined ? null : <Typography textColor="neutral600">{lockHint(lock, t)}</Typography>}
        {allowed || isLoading || !isPossible ? null : (
          <Typography variant="pi" textColor="neutral600">
            {t('commerce-bridge.permission.noWebhooks')}
          </Typography>
        )}
      </Flex>
      {settings.canStoreSecrets ? null : <Notice tone="warning">{t('commerce-bridge.connection.noKey.title')}</Notice>}
    </Card>
  );
}

function secretState({ webhookSecret }: SettingsView, t: Translate): string {
  if (webhookSecret.enterAgain) return t('commerce-bridge.webhooks.secret.enterAgain');
  return webhookSecret.isSet ? t('commerce-bridge.webhooks.secret.isSet') : t('commerce-bridge.webhooks.secret.notSet');
}
