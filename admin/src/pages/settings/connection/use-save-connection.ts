import { useNotification, type FormHelpers } from '@strapi/strapi/admin';
import { readApiError } from '../../../api/api-error';
import { useUpdateBridgeSettingsMutation } from '../../../api/settings-api';
import { useReportError } from '../../../hooks/use-report-error';
import { useTranslate } from '../../../hooks/use-translate';
import { toFormValues, toSettingsChange, type ConnectionValues } from './connection-form';
import type { ConnectionTesting } from './use-connection-test';

/** Saves what was changed in the connection's form, and tests what is stored then. */
export function useSaveConnection(initial: ConnectionValues, testing: ConnectionTesting) {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const [update] = useUpdateBridgeSettingsMutation();

  return async (values: ConnectionValues, { setErrors, resetForm }: FormHelpers<ConnectionValues>): Promise<void> => {
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
}
