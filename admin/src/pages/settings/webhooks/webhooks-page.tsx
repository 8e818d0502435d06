import { Page } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { LoadedSettings } from '../../../components/settings-form/loaded-settings';
import { SettingsForm } from '../../../components/settings-form/settings-form';
import type { EditableName } from '../../../components/settings-form/setting-codecs';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { DeliveryFields } from './delivery-fields';
import { PublicAddressCard } from './public-address-card';
import { RegistrationCard } from './registration-card';
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
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <Webhooks {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}

function Webhooks({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  return (
    <SettingsForm
      title={t('commerce-bridge.webhooks.title')}
      subtitle={t('commerce-bridge.webhooks.subtitle')}
      settings={settings}
      canUpdate={canUpdate}
      names={names}
    >
      <PublicAddressCard settings={settings} />
      <RegistrationCard />
      <SecretCard settings={settings} />
      <DeliveryFields settings={settings} />
    </SettingsForm>
  );
}
