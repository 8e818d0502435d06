import { useForm } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { SecretSetting } from '../../../components/settings-form/secret-setting';
import { SettingGrid } from '../../../components/settings-form/setting-grid';
import { TextSetting } from '../../../components/settings-form/text-setting';
import { ToggleSetting } from '../../../components/settings-form/toggle-setting';
import { useTranslate } from '../../../hooks/use-translate';

/** The GraphQL proxy: carts, checkout and customers. */
export function GraphqlCard({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const disabled = useForm('GraphqlCard', (form) => form.disabled || form.isSubmitting);
  const { locked, trustedProxySecret } = settings;
  return (
    <Card title={t('commerce-bridge.storefront.graphql.title')} description={t('commerce-bridge.storefront.graphql.description')}>
      <SettingGrid>
        <TextSetting
          name="graphqlUrl"
          label={t('commerce-bridge.storefront.graphqlUrl.label')}
          hint={t('commerce-bridge.storefront.graphqlUrl.hint')}
          inputMode="url"
          disabled={disabled}
          lock={locked['graphqlUrl']}
        />
        <TextSetting
          name="graphqlClientLimit"
          label={t('commerce-bridge.storefront.graphqlClientLimit.label')}
          hint={t('commerce-bridge.storefront.graphqlClientLimit.hint')}
          inputMode="numeric"
          required
          disabled={disabled}
          lock={locked['graphqlClientLimit']}
        />
        <TextSetting
          name="graphqlSafelist"
          label={t('commerce-bridge.storefront.graphqlSafelist.label')}
          hint={t('commerce-bridge.storefront.graphqlSafelist.hint')}
          disabled={disabled}
          lock={locked['graphqlSafelist']}
        />
        <SecretSetting
          name="trustedProxySecret"
          label={t('commerce-bridge.storefront.trustedProxySecret.label')}
          hint={t('commerce-bridge.storefront.trustedProxySecret.hint')}
          disabled={disabled || (!settings.canStoreSecrets && !trustedProxySecret.isSet)}
          lock={locked['trustedProxySecret']}
          stored={trustedProxySecret}
        />
        <ToggleSetting
          name="graphqlIntrospection"
          label={t('commerce-bridge.storefront.graphqlIntrospection.label')}
          hint={t('commerce-bridge.storefront.graphqlIntrospection.hint')}
          disabled={disabled}
          lock={locked['graphqlIntrospection']}
        />
      </SettingGrid>
    </Card>
  );
}
