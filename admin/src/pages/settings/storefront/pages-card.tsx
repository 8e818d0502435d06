import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useTranslate } from '../../../hooks/use-translate';

/** Where product pages are, and how long answers may be kept. */
export function PagesCard({ locked }: Pick<SettingsView, 'locked'>) {
  const t = useTranslate();
  const disabled = useForm('PagesCard', (form) => form.disabled || form.isSubmitting);
  return (
    <Card title={t('commerce-bridge.storefront.pages.title')} description={t('commerce-bridge.storefront.pages.description')}>
      <SettingGrid>
        <TextSetting
          name="productPageAddress"
          label={t('commerce-bridge.storefront.productPage.label')}
          hint={t('commerce-bridge.storefront.productPage.hint', { part: '{slug}', fallback: '/products/{slug}' })}
          placeholder="https://shop.example.com/products/{slug}"
          disabled={disabled}
          lock={locked['productPageAddress']}
        />
        <TextSetting
          name="cacheControl"
          label={t('commerce-bridge.storefront.cacheControl.label')}
          hint={t('commerce-bridge.storefront.cacheControl.hint')}
          required
          disabled={disabled}
          lock={locked['cacheControl']}
        />
      </SettingGrid>
    </Card>
  );
}
