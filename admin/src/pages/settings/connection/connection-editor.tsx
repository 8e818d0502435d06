import { useMemo } from 'react';
import { Form } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Notice } from '../../../components/notice';
import { ModifiedReport } from '../../../components/settings-form/modified-report';
import { SettingsFrame } from '../../../components/settings-form/settings-frame';
import { useFormBase } from '../../../components/settings-form/use-form-base';
import { useTranslate } from '../../../hooks/use-translate';
import { ConnectionFields } from '../../../connection/connection-fields';
import { toFormValues, type ConnectionValues } from '../../../connection/connection-form';
import { StoreSwitchDialog } from '../../../connection/store-switch-dialog';
import { TestCard } from './test-card';
import { useConnectionTest } from '../../../connection/use-connection-test';
import { useSaveConnection } from '../../../connection/use-save-connection';

export interface ConnectionEditorProps {
  settings: SettingsView;
  canUpdate: boolean;
}

/** The connection form: edits, tests, and saves credentials. */
export function ConnectionEditor({ settings, canUpdate }: ConnectionEditorProps) {
  const t = useTranslate();
  const testing = useConnectionTest();
  const { base, setBase, setIsModified } = useFormBase(settings);
  const initial = useMemo(() => toFormValues(base), [base]);
  const saving = useSaveConnection({ base, setBase }, testing);

  return (
    <Form<ConnectionValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={saving.save}>
      {(form) => (
        <SettingsFrame
          title={t('commerce-bridge.connection.title')}
          subtitle={t('commerce-bridge.connection.subtitle')}
          canUpdate={canUpdate}
          form={form}
        >
          {settings.canStoreSecrets ? null : (
            <Notice tone="warning" title={t('commerce-bridge.connection.noKey.title')}>
              {t('commerce-bridge.connection.noKey.text')}
            </Notice>
          )}
          <ConnectionFields settings={settings} isComplete />
          <TestCard initial={initial} values={form.values} testing={testing} />
          <StoreSwitchDialog saving={saving} />
          <ModifiedReport onChange={setIsModified} />
        </SettingsFrame>
      )}
    </Form>
  );
}
