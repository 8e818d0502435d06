import type { SettingsView } from '../../../contracts/admin/settings';
import { Card } from '../components/card';
import { TextSetting } from '../components/settings-form/text-setting';
import { useSettingFields } from '../components/settings-form/use-setting-fields';
import { useTranslate } from '../hooks/use-translate';

/** The address at which the store reaches this site. */
export function PublicAddressCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { field } = useSettingFields(settings);
  return (
    <Card
      title={t('commerce-bridge.webhooks.address.title')}
      description={t('commerce-bridge.webhooks.address.description')}
    >
      <TextSetting {...field('publicUrl')} placeholder="https://shop.example.com" inputMode="url" />
    </Card>
  );
}
