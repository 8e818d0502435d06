import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useTranslate } from '../../../hooks/use-translate';

/** Which other sites' pages may call the public API from a browser. */
export function OriginsCard({ locked }: Pick<SettingsView, 'locked'>) {
  const t = useTranslate();
  const disabled = useForm('OriginsCard', (form) => form.disabled || form.isSubmitting);
  return (
    <Card title={t('commerce-bridge.storefront.origins.title')} description={t('commerce-bridge.storefront.origins.description')}>
      <SettingGrid>
        <TextSetting
          name="corsOrigins"
          label={t('commerce-bridge.storefront.corsOrigins.label')}
          hint={t('commerce-bridge.storefront.corsOrigins.hint')}
          placeholder="https://shop.example.com"
          disabled={disabled}
          lock={locked['corsOrigins']}
        />
        <TextSetting
          name="nonceHeader"
          label={t('commerce-bridge.storefront.nonceHeader.label')}
          hint={t('commerce-bridge.storefront.nonceHeader.hint')}
          required
          disabled={disabled}
          lock={locked['nonceHeader']}
        />
        <ToggleSetting
          name="corsCredentials"
          label={t('commerce-bridge.storefront.corsCredentials.label')}
          hint={t('commerce-bridge.storefront.corsCredentials.hint')}
          disabled={disabled}
          lock={locked['corsCredentials']}
        />
      </SettingGrid>
    </Card>
  );
}
