import { useMemo } from 'react';
import { Blocker, Form } from '@strapi/strapi/admin';
import { Button, Flex } from '@strapi/design-system';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { Notice } from '../../../components/notice';
import { ModifiedReport } from '../../../components/settings-form/modified-report';
import { useFormBase } from '../../../components/settings-form/use-form-base';
import { useTranslate } from '../../../hooks/use-translate';
import { ConnectionFields } from '../../../connection/connection-fields';
import { toFormValues, type ConnectionValues } from '../../../connection/connection-form';
import { StoreSwitchDialog } from '../../../connection/store-switch-dialog';
import type { ConnectionTesting } from '../../../connection/use-connection-test';
import { useSaveConnection } from '../../../connection/use-save-connection';

export interface CredentialsStepProps {
  settings: SettingsView;
  canUpdate: boolean;
  testing: ConnectionTesting;
  /** Called with whether the form has unsaved changes. */
  onModified: (isModified: boolean) => void;
}

/** The step in which credentials are entered; saving them also tests them. */
export function CredentialsStep({ settings, canUpdate, testing, onModified }: CredentialsStepProps) {
  const t = useTranslate();
  const { base, setBase, setIsModified } = useFormBase(settings);
  const initial = useMemo(() => toFormValues(base), [base]);
  const saving = useSaveConnection({ base, setBase }, testing);
  return (
    <Form<ConnectionValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={saving.save}>
      {({ modified, isSubmitting }) => (
        <Flex direction="column" alignItems="stretch" gap={4}>
          {settings.canStoreSecrets ? null : (
            <Notice tone="warning" title={t('commerce-bridge.connection.noKey.title')}>
              {t('commerce-bridge.connection.noKey.text')}
            </Notice>
          )}
          <ConnectionFields settings={settings} />
          <Flex justifyContent="flex-end">
            <Button type="submit" disabled={!canUpdate || !modified} loading={isSubmitting || testing.isTesting}>
              {t('commerce-bridge.setup.saveAndTest')}
            </Button>
          </Flex>
          <StoreSwitchDialog saving={saving} />
          <ModifiedReport onChange={setIsModified} />
          <ModifiedReport onChange={onModified} />
          <Blocker />
        </Flex>
      )}
    </Form>
  );
}
