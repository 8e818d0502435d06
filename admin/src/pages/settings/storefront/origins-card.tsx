import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useSettingFields } from '../../../components/settings-form/use-setting-fields';
import { useTranslate } from '../../../hooks/use-translate';

/** Which other sites' pages may call the public API from a browser. */
export function OriginsCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { field } = useSettingFields(settings);
  return (
    <Card
      title={t('commerce-bridge.storefront.origins.title')}
      description={t('commerce-bridge.storefront.origins.description')}
    >
      <SettingGrid>
        <TextSetting {...field('corsOrigins')} placeholder="https://shop.example.com" />
        <TextSetting {...field('nonceHeader')} required />
        <ToggleSetting {...field('corsCredentials')} />
      </SettingGrid>
    </Card>
  );
}
