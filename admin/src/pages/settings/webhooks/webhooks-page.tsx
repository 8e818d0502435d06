import type { EditableName } from '../../../components/settings-form/setting-codecs';
import { SettingsPage } from '../../../components/settings-form/settings-page';
import { DeliveryFields } from './delivery-fields';
import { PublicAddressCard } from '../../../webhooks/public-address-card';
import { RegistrationCard } from '../../../webhooks/registration-card';
import { SecretCard } from './secret-card';

const names: readonly EditableName[] = [
  'publicUrl',
  'webhookRetryDelays',
  'eventRetentionDays',
  'webhookTimestampTolerance',
  'webhookProcessingTimeLimit',
  'webhookSignatureHeader',
];

/** Settings → Commerce Bridge → Webhooks. */
export function WebhooksPage() {
  return (
    <SettingsPage title="commerce-bridge.webhooks.title" subtitle="commerce-bridge.webhooks.subtitle" names={names}>
      {(settings) => (
        <>
          <PublicAddressCard settings={settings} />
          <RegistrationCard />
          <SecretCard settings={settings} />
          <DeliveryFields settings={settings} />
        </>
      )}
    </SettingsPage>
  );
}
