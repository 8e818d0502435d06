import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useTranslate } from '../../../hooks/use-translate';

/** Where product pages are. */
export function PagesCard({ locked }: Pick<SettingsView, 'locked'>) {
  const t = useTranslate();
  const disabled = useForm('PagesCard', (form) => form.disabled || form.isSubmitting);
  return (
    <Card title={t('commerce-bridge.storefront.pages.title')} description={t('commerce-bridge.storefront.pages.description')}>
      <TextSetting
        name="productPageAddress"
        label={t('commerce-bridge.storefront.productPage.label')}
        hint={t('commerce-bridge.storefront.productPage.hint', { part: '{slug}', fallback: '/products/{slug}' })}
        placeholder="https://shop.example.com/products/{slug}"
        disabled={disabled}
        lock={locked['productPageAddress']}
      />
    </Card>
  );
}
