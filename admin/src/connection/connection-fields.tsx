import type { SettingsView } from '../../../contracts/admin/settings';
import { Card } from '../components/card';
import { SecretSetting } from '../components/settings-form/secret-setting';
import { SettingGrid } from '../components/settings-form/setting-grid';
import { TextSetting } from '../components/settings-form/text-setting';
import { useSettingFields } from '../components/settings-form/use-setting-fields';
import { useTranslate } from '../hooks/use-translate';
import { defaultApiUrl } from './connection-form';
import { CredentialsIntake } from './credentials-intake';
import { storeHashOf } from './read-credentials';

export interface ConnectionFieldsProps {
  settings: SettingsView;
  /** Whether to show the addresses that few sites need to change. */
  isComplete?: boolean;
}

/** Fields for the credentials of the store's API account and for the API addresses. */
export function ConnectionFields({ settings, isComplete = false }: ConnectionFieldsProps) {
  const t = useTranslate();
  const { disabled, field, secret } = useSettingFields(settings);
  const showsApiUrl = settings.apiUrl !== defaultApiUrl || settings.locked['apiUrl'] !== undefined;
  return (
    <Card
      title={t('commerce-bridge.connection.account.title')}
      description={t('commerce-bridge.connection.account.description')}
    >
      <CredentialsIntake settings={settings} disabled={disabled}>
        <SettingGrid>
          <TextSetting {...field('storeHash')} required meaning={storeHashOf} />
          <SecretSetting {...secret('accessToken')} required />
          <SecretSetting {...secret('clientSecret')} />
          <TextSetting {...field('channelId')} inputMode="numeric" />
          {showsApiUrl ? (
            <TextSetting {...field('apiUrl', { address: defaultApiUrl })} placeholder={defaultApiUrl} inputMode="url" />
          ) : null}
          {isComplete ? <TextSetting {...field('graphqlUrl')} inputMode="url" /> : null}
        </SettingGrid>
      </CredentialsIntake>
    </Card>
  );
}
