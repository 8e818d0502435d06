import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { useSettingFields } from '../../../components/settings-form/use-setting-fields';
import { useTranslate } from '../../../hooks/use-translate';

/** Where product pages are. */
export function PagesCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { field } = useSettingFields(settings);
  return (
    <Card
      title={t('commerce-bridge.storefront.pages.title')}
      description={t('commerce-bridge.storefront.pages.description')}
    >
      <TextSetting
        {...field('productPageAddress', {
          part: '{slug}',
          fallback: '/products/{slug}',
          market: '{market}',
          locale: '{locale}',
        })}
        placeholder="https://shop.example.com/products/{slug}"
      />
    </Card>
  );
}
