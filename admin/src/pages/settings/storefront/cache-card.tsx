import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useSettingFields } from '../../../components/settings-form/use-setting-fields';
import { useTranslate } from '../../../hooks/use-translate';
import { PurgeButton } from './purge-button';

/** How long this site and caches in front of it keep responses, and which headers name their contents. */
export function CacheCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { disabled, field } = useSettingFields(settings);
  return (
    <Card
      title={t('commerce-bridge.storefront.cache.title')}
      description={t('commerce-bridge.storefront.cache.description')}
      aside={<PurgeButton disabled={disabled} />}
    >
      <SettingGrid>
        <TextSetting {...field('cacheControl')} required />
        <TextSetting {...field('productCacheSeconds')} inputMode="numeric" required />
        <TextSetting {...field('cacheMegabytes')} inputMode="numeric" required />
        <TextSetting {...field('readClientPercent')} inputMode="numeric" required />
        <TextSetting {...field('surrogateHeaders')} />
        <ToggleSetting {...field('entryEventsOfFullRuns')} />
      </SettingGrid>
    </Card>
  );
}
