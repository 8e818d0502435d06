import { useForm } from '@strapi/strapi/admin';
import { Grid } from '@strapi/design-system';
import type { ReactNode } from 'react';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Card } from '../../../components/card';
import { useTranslate } from '../../../hooks/use-translate';
import { defaultApiUrl } from './connection-form';
import { SecretSetting } from '../../../components/settings-form/secret-setting';
import { TextSetting } from '../../../components/settings-form/text-setting';

/** The credentials of the store's API account, field by field. */
export function ConnectionFields({ settings }: { settings: SettingsView }) {
  const t = useTranslate();
  const disabled = useForm('ConnectionFields', (form) => form.disabled || form.isSubmitting);
  const { locked } = settings;
  // Without the host's key a secret cannot be kept; one that is stored can still be removed.
  const secretsDisabled = (isSet: boolean) => disabled || (!settings.canStoreSecrets && !isSet);
  const showsApiUrl = settings.apiUrl !== defaultApiUrl || locked['apiUrl'] !== undefined;

  return (
    <Card title={t('commerce-bridge.connection.account.title')} description={t('commerce-bridge.connection.account.description')}>
      <Grid.Root gap={6}>
        <Cell>
          <TextSetting
            name="storeHash"
            label={t('commerce-bridge.connection.storeHash.label')}
            hint={t('commerce-bridge.connection.storeHash.hint')}
            required
            disabled={disabled}
            lock={locked['storeHash']}
          />
        </Cell>
        <Cell>
          <SecretSetting
            name="accessToken"
            label={t('commerce-bridge.connection.accessToken.label')}
            hint={t('commerce-bridge.connection.accessToken.hint')}
            required
            disabled={secretsDisabled(settings.accessToken.isSet)}
            lock={locked['accessToken']}
            stored={settings.accessToken}
          />
        </Cell>
        <Cell>
          <SecretSetting
            name="clientSecret"
            label={t('commerce-bridge.connection.clientSecret.label')}
            hint={t('commerce-bridge.connection.clientSecret.hint')}
            disabled={secretsDisabled(settings.clientSecret.isSet)}
            lock={locked['clientSecret']}
            stored={settings.clientSecret}
          />
        </Cell>
        <Cell>
          <TextSetting
            name="channelId"
            label={t('commerce-bridge.connection.channelId.label')}
            hint={t('commerce-bridge.connection.channelId.hint')}
            inputMode="numeric"
            disabled={disabled}
            lock={locked['channelId']}
          />
        </Cell>
        {showsApiUrl ? (
          <Cell>
            <TextSetting
              name="apiUrl"
              label={t('commerce-bridge.connection.apiUrl.label')}
              hint={t('commerce-bridge.connection.apiUrl.hint', { address: defaultApiUrl })}
              placeholder={defaultApiUrl}
              inputMode="url"
              disabled={disabled}
              lock={locked['apiUrl']}
            />
          </Cell>
        ) : null}
      </Grid.Root>
    </Card>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return (
    <Grid.Item col={6} s={12} xs={12} direction="column" alignItems="stretch">
      {children}
    </Grid.Item>
  );
}
