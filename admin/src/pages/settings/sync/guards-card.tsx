import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useSettingFields } from '../../../components/settings-form/use-setting-fields';
import { useTranslate } from '../../../hooks/use-translate';

/** Limits that keep a run from doing harm. */
export function GuardsCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { field } = useSettingFields(settings);
  return (
    <Card title={t('commerce-bridge.guards.title')} description={t('commerce-bridge.guards.description')}>
      <SettingGrid>
        <TextSetting {...field('removalLimitPercent')} inputMode="numeric" required />
        <TextSetting {...field('removalLimitMinimum')} inputMode="numeric" required />
        <TextSetting {...field('withdrawnRetentionDays')} inputMode="numeric" required />
        <TextSetting {...field('upstreamReserve')} inputMode="numeric" required />
      </SettingGrid>
    </Card>
  );
}
