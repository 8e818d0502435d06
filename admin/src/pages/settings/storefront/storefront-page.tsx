import type { EditableName } from '../../../components/settings-form/setting-codecs';
import { SettingsPage } from '../../../components/settings-form/settings-page';
import { CacheCard } from './cache-card';
import { GraphqlCard } from './graphql-card';
import { OriginsCard } from './origins-card';
import { PagesCard } from './pages-card';

const names: readonly EditableName[] = [
  'productPageAddress',
  'cacheControl',
  'productCacheSeconds',
  'cacheMegabytes',
  'readClientPercent',
  'surrogateHeaders',
  'entryEventsOfFullRuns',
  'corsOrigins',
  'corsCredentials',
  'nonceHeader',
  'graphqlIntrospection',
  'graphqlSafelist',
  'graphqlClientLimit',
  'trustedProxySecret',
];

/** Settings → Commerce Bridge → Storefront. */
export function StorefrontPage() {
  return (
    <SettingsPage title="commerce-bridge.storefront.title" subtitle="commerce-bridge.storefront.subtitle" names={names}>
      {(settings) => (
        <>
          <PagesCard settings={settings} />
          <CacheCard settings={settings} />
          <OriginsCard settings={settings} />
          <GraphqlCard settings={settings} />
        </>
      )}
    </SettingsPage>
  );
}
