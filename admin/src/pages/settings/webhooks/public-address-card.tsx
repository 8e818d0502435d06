import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useTranslate } from '../../../hooks/use-translate';

/** The address at which the store reaches this site. */
export function PublicAddressCard({ locked }: Pick<SettingsView, 'locked'>) {
  const t = useTranslate();
  const disabled = useForm('PublicAddressCard', (form) => form.disabled || form.isSubmitting);
  return (
    <Card title={t('commerce-bridge.webhooks.address.title')} description={t('commerce-bridge.webhooks.address.description')}>
      <TextSetting
        name="publicUrl"
        label={t('commerce-bridge.webhooks.publicUrl.label')}
        hint={t('commerce-bridge.webhooks.publicUrl.hint')}
        placeholder="https://shop.example.com"
        inputMode="url"
        disabled={disabled}
        lock={locked['publicUrl']}
      />
    </Card>
  );
}
