import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useTranslate } from '../../../hooks/use-translate';

/** What keeps a run from doing harm. */
export function GuardsCard({ locked }: Pick<SettingsView, 'locked'>) {
  const t = useTranslate();
  const disabled = useForm('GuardsCard', (form) => form.disabled || form.isSubmitting);
  return (
    <Card title={t('commerce-bridge.guards.title')} description={t('commerce-bridge.guards.description')}>
      <SettingGrid>
        <TextSetting
          name="removalLimitPercent"
          label={t('commerce-bridge.guards.percent.label')}
          hint={t('commerce-bridge.guards.percent.hint')}
          inputMode="numeric"
          required
          disabled={disabled}
          lock={locked['removalLimitPercent']}
        />
        <TextSetting
          name="removalLimitMinimum"
          label={t('commerce-bridge.guards.minimum.label')}
          hint={t('commerce-bridge.guards.minimum.hint')}
          inputMode="numeric"
          required
          disabled={disabled}
          lock={locked['removalLimitMinimum']}
        />
        <TextSetting
          name="upstreamReserve"
          label={t('commerce-bridge.guards.reserve.label')}
          hint={t('commerce-bridge.guards.reserve.hint')}
          inputMode="numeric"
          required
          disabled={disabled}
          lock={locked['upstreamReserve']}
        />
      </SettingGrid>
    </Card>
  );
}
