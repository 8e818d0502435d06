import { useMemo } from 'react';
import { Blocker, Form, useNotification, type FormHelpers } from '@strapi/strapi/admin';
import { Button } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { readApiError } from '../../../api/api-error';
import { useUpdateBridgeSettingsMutation } from '../../../api/settings-api';
import { Notice } from '../../../components/notice';
import { PageFrame } from '../../../components/page-frame';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import { ConnectionFields } from './connection-fields';
import { toFormValues, toSettingsChange, type ConnectionValues } from './connection-form';
import { TestCard } from './test-card';
import { useConnectionTest } from './use-connection-test';

export interface ConnectionEditorProps {
  settings: SettingsView;
  canUpdate: boolean;
}

/** The connection's form: credentials, their test, and saving them. */
export function ConnectionEditor({ settings, canUpdate }: ConnectionEditorProps) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [update] = useUpdateBridgeSettingsMutation();
  const testing = useConnectionTest();
  const initial = useMemo(() => toFormValues(settings), [settings]);

  const save = async (values: ConnectionValues, { setErrors, resetForm }: FormHelpers<ConnectionValues>) => {
    const change = toSettingsChange(initial, values);
    if (change.kind === 'invalid') {
      setErrors(Object.fromEntries(change.fields.map((field) => [field, t('commerce-bridge.connection.notANumber')])));
      return;
    }
    try {
      const saved = await update(change.update).unwrap();
      resetForm(toFormValues(saved));
      toggleNotification({ type: 'success', message: t('commerce-bridge.connection.saved') });
      if (saved.storeHash !== null && saved.accessToken.isSet) await testing.run({});
    } catch (error) {
      const { fields } = readApiError(error);
      setErrors(fields);
      reportError(error);
    }
  };

  return (
    <Form<ConnectionValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={save}>
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
          <Blocker />
        </PageFrame>
      )}
    </Form>
  );
}
