import { useMemo } from 'react';
import { Blocker, Form } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Notice } from '../../../components/notice';
import { PageFrame } from '../../../components/page-frame';
import { useTranslate } from '../../../hooks/use-translate';
import { ConnectionFields } from './connection-fields';
import { toFormValues, type ConnectionValues } from './connection-form';
import { StoreSwitchDialog } from './store-switch-dialog';
import { TestCard } from './test-card';
import { useConnectionTest } from './use-connection-test';
import { useSaveConnection } from './use-save-connection';

export interface ConnectionEditorProps {
  settings: SettingsView;
  canUpdate: boolean;
}

/** The connection's form: credentials, their test, and saving them. */
export function ConnectionEditor({ settings, canUpdate }: ConnectionEditorProps) {
  const t = useTranslate();
  const testing = useConnectionTest();
  const initial = useMemo(() => toFormValues(settings), [settings]);

  const saving = useSaveConnection(initial, testing);

  return (
    <Form<ConnectionValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={saving.save}>
      {({ modified, isSubmitting, values }) => (
        <PageFrame
          title={t('commerce-bridge.connection.title')}
          subtitle={t('commerce-bridge.connection.subtitle')}
          primaryAction={
            canUpdate ? (
              <Button type="submit" startIcon={<Check />} disabled={!modified} loading={isSubmitting}>
                {t('commerce-bridge.action.save')}
              </Button>
            ) : null
          }
        >
          {canUpdate ? null : <Notice tone="information">{t('commerce-bridge.permission.settingsReadOnly')}</Notice>}
          {settings.canStoreSecrets ? null : (
            <Notice tone="warning" title={t('commerce-bridge.connection.noKey.title')}>
              {t('commerce-bridge.connection.noKey.text')}
            </Notice>
          )}
          <ConnectionFields settings={settings} />
          <TestCard initial={initial} values={values} testing={testing} />
          <StoreSwitchDialog saving={saving} />
          <Blocker />
        </PageFrame>
      )}
    </Form>
  );
}
