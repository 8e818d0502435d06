import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useTranslate } from '../../../hooks/use-translate';

/** How deliveries are checked, retried and kept. */
export function DeliveryFields({ locked }: Pick<SettingsView, 'locked'>) {
  const t = useTranslate();
  const disabled = useForm('DeliveryFields', (form) => form.disabled || form.isSubmitting);
  return (
    <Card title={t('commerce-bridge.webhooks.delivery.title')} description={t('commerce-bridge.webhooks.delivery.description')}>
      <SettingGrid>
        <TextSetting
          name="webhookRetryDelays"
          label={t('commerce-bridge.webhooks.retryDelays.label')}
          hint={t('commerce-bridge.webhooks.retryDelays.hint')}
          disabled={disabled}
          lock={locked['webhookRetryDelays']}
        />
        <TextSetting
          name="eventRetentionDays"
          label={t('commerce-bridge.webhooks.retention.label')}
          hint={t('commerce-bridge.webhooks.retention.hint')}
          inputMode="numeric"
          disabled={disabled}
          lock={locked['eventRetentionDays']}
        />
        <TextSetting
          name="webhookTimestampTolerance"
          label={t('commerce-bridge.webhooks.tolerance.label')}
          hint={t('commerce-bridge.webhooks.tolerance.hint')}
          inputMode="numeric"
          disabled={disabled}
          lock={locked['webhookTimestampTolerance']}
        />
        <TextSetting
          name="webhookProcessingTimeLimit"
          label={t('commerce-bridge.webhooks.timeLimit.label')}
          hint={t('commerce-bridge.webhooks.timeLimit.hint')}
          inputMode="numeric"
          disabled={disabled}
          lock={locked['webhookProcessingTimeLimit']}
        />
        <TextSetting
          name="webhookSignatureHeader"
          label={t('commerce-bridge.webhooks.header.label')}
          hint={t('commerce-bridge.webhooks.header.hint')}
          disabled={disabled}
          lock={locked['webhookSignatureHeader']}
        />
      </SettingGrid>
    </Card>
  );
}
