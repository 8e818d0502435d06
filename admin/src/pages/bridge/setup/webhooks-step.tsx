import { useMemo } from 'react';
import { Blocker, Form, useNotification, type FormHelpers } from '@strapi/strapi/admin';
import { Button, Flex } from '@strapi/design-system';
import type { SettingsView } from '../../../../../contracts/admin/settings';
import { readApiError } from '../../../api/api-error';
import { useUpdateBridgeSettingsMutation } from '../../../api/settings-api';
import type { EditableName } from '../../../components/settings-form/setting-codecs';
import { toSettingsUpdate, toSettingsValues, type SettingsValues } from '../../../components/settings-form/settings-values';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import { PublicAddressCard } from '../../settings/webhooks/public-address-card';
import { RegistrationCard } from '../../settings/webhooks/registration-card';

const names: readonly EditableName[] = ['publicUrl'];

/** The site's public address, and registering webhooks that lead there. */
export function WebhooksStep({ settings, canUpdate }: { settings: SettingsView; canUpdate: boolean }) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [update] = useUpdateBridgeSettingsMutation();
  const initial = useMemo(() => toSettingsValues(names, settings), [settings]);

  const save = async (values: SettingsValues, { setErrors, resetForm }: FormHelpers<SettingsValues>) => {
    const change = toSettingsUpdate({ names, initial, values });
    if (change.kind === 'invalid') return;
    try {
      resetForm(toSettingsValues(names, await update(change.update).unwrap()));
      toggleNotification({ type: 'success', message: t('commerce-bridge.settings.saved') });
    } catch (error) {
      setErrors(readApiError(error).fields);
      reportError(error);
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Form<SettingsValues> method="PUT" initialValues={initial} disabled={!canUpdate} onSubmit={save}>
        {({ modified, isSubmitting }) => (
          <Flex direction="column" alignItems="stretch" gap={4}>
            <PublicAddressCard settings={settings} />
            <Flex justifyContent="flex-end">
              <Button type="submit" variant="secondary" disabled={!canUpdate || !modified} loading={isSubmitting}>
                {t('commerce-bridge.action.save')}
              </Button>
            </Flex>
            <Blocker />
          </Flex>
        )}
      </Form>
      <RegistrationCard />
    </Flex>
  );
}
