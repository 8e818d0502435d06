import { Page } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { LoadedSettings } from '../../../components/settings-form/loaded-settings';
import type { EditableName } from '../../../components/settings-form/setting-codecs';
import { SettingsForm } from '../../../components/settings-form/settings-form';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { CacheCard } from './cache-card';
import { GraphqlCard } from './graphql-card';
import { OriginsCard } from './origins-card';
import { PagesCard } from './pages-card';

const names: readonly EditableName[] = [
  'productPageAddress',
  'cacheControl',
  'productCacheSeconds',
  'cacheMegabytes',
  'entryEventsOfFullRuns',
  'corsOrigins',
  'corsCredentials',
  'nonceHeader',
  'graphqlUrl',
  'graphqlIntrospection',
  'graphqlSafelist',
  'graphqlClientLimit',
  'trustedProxySecret',
];

/** Settings → Commerce Bridge → Storefront. */
export function StorefrontPage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <LoadedSettings>{(loaded) => <Storefront {...loaded} />}</LoadedSettings>
    </Page.Protect>
  );
}

function Storefront({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  return (
    <SettingsForm
      title={t('commerce-bridge.storefront.title')}
      subtitle={t('commerce-bridge.storefront.subtitle')}
      settings={settings}
      canUpdate={canUpdate}
      names={names}
    >
      <PagesCard settings={settings} />
      <CacheCard settings={settings} />
      <OriginsCard settings={settings} />
      <GraphqlCard settings={settings} />
    </SettingsForm>
  );
}
