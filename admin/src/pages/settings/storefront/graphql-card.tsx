import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SecretSetting } from '../../../components/settings-form/secret-setting';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useSettingFields } from '../../../components/settings-form/use-setting-fields';
import { useTranslate } from '../../../hooks/use-translate';

/** The GraphQL proxy: carts, checkout and customers. */
export function GraphqlCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const { field, secret } = useSettingFields(settings);
  return (
    <Card
      title={t('commerce-bridge.storefront.graphql.title')}
      description={t('commerce-bridge.storefront.graphql.description')}
    >
      <SettingGrid>
        <TextSetting {...field('graphqlClientLimit')} inputMode="numeric" required />
        <TextSetting {...field('graphqlSafelist')} />
        <SecretSetting {...secret('trustedProxySecret')} />
        <ToggleSetting {...field('graphqlIntrospection')} />
      </SettingGrid>
    </Card>
  );
}
