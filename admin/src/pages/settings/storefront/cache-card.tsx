import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useTranslate } from '../../../hooks/use-translate';
import { PurgeButton } from './purge-button';

/** How long answers are kept, by this site and by what stands in front of it, and who hears when they change. */
export function CacheCard({ locked }: Pick<SettingsView, 'locked'>) {
  const t = useTranslate();
  const disabled = useForm('CacheCard', (form) => form.disabled || form.isSubmitting);
  return (
    <Card
      title={t('commerce-bridge.storefront.cache.title')}
      description={t('commerce-bridge.storefront.cache.description')}
      aside={<PurgeButton disabled={disabled} />}
    >
      <SettingGrid>
        <TextSetting
          name="cacheControl"
          label={t('commerce-bridge.storefront.cacheControl.label')}
          hint={t('commerce-bridge.storefront.cacheControl.hint')}
          required
          disabled={disabled}
          lock={locked['cacheControl']}
        />
        <TextSetting
          name="productCacheSeconds"
          label={t('commerce-bridge.storefront.productCacheSeconds.label')}
          hint={t('commerce-bridge.storefront.productCacheSeconds.hint')}
          inputMode="numeric"
          required
          disabled={disabled}
          lock={locked['productCacheSeconds']}
        />
        <TextSetting
          name="cacheMegabytes"
          label={t('commerce-bridge.storefront.cacheMegabytes.label')}
          hint={t('commerce-bridge.storefront.cacheMegabytes.hint')}
          inputMode="numeric"
          required
          disabled={disabled}
          lock={locked['cacheMegabytes']}
        />
        <ToggleSetting
          name="entryEventsOfFullRuns"
          label={t('commerce-bridge.storefront.entryEventsOfFullRuns.label')}
          hint={t('commerce-bridge.storefront.entryEventsOfFullRuns.hint')}
          disabled={disabled}
          lock={locked['entryEventsOfFullRuns']}
        />
      </SettingGrid>
    </Card>
  );
}
