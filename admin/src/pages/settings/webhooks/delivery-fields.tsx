import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useSettingFields } from '../../../components/settings-form/use-setting-fields';
import { useTranslate } from '../../../hooks/use-translate';

/** How deliveries are verified, retried, and kept. */
export function DeliveryFields({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { field } = useSettingFields(settings);
  return (
    <Card
      title={t('commerce-bridge.webhooks.delivery.title')}
      description={t('commerce-bridge.webhooks.delivery.description')}
    >
      <SettingGrid>
        <TextSetting {...field('webhookRetryDelays')} />
        <TextSetting {...field('eventRetentionDays')} inputMode="numeric" />
        <TextSetting {...field('webhookTimestampTolerance')} inputMode="numeric" />
        <TextSetting {...field('webhookProcessingTimeLimit')} inputMode="numeric" />
        <TextSetting {...field('webhookSignatureHeader')} />
      </SettingGrid>
    </Card>
  );
}
