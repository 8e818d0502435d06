import { useState } from 'react';
import { useNotification, type FormHelpers } from '@strapi/strapi/admin';
import type { SettingsUpdate } from '../../../contracts/admin/settings';
import { useLazyGetBridgeSettingsQuery, useUpdateBridgeSettingsMutation } from '../api/settings-api';
import { useFieldWords } from '../hooks/use-field-words';
import { useReportError } from '../hooks/use-report-error';
import { useTranslate } from '../hooks/use-translate';
import { toFormValues, toSettingsChange, type ConnectionValues } from './connection-form';
import { readStoreSwitch, type StoreSwitch } from './store-switch';
import type { ConnectionTesting } from './use-connection-test';

type Helpers = FormHelpers<ConnectionValues>;

interface Pending extends StoreSwitch {
  update: SettingsUpdate;
  helpers: Helpers;
}

export interface SavingConnection {
  save: (values: ConnectionValues, helpers: Helpers) => Promise<void>;
  /** The store switch that has to be confirmed before it is saved; null when there is none. */
  asked: StoreSwitch | null;
  /** Clears the old store's records and saves. */
  confirm: () => Promise<void>;
  cancel: () => void;
}

/** Saves the changes of the connection form, then tests the stored credentials. */
export function useSaveConnection(initial: ConnectionValues, testing: ConnectionTesting): SavingConnection {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const fieldWords = useFieldWords();
  const [readSettings] = useLazyGetBridgeSettingsQuery();
  const [update] = useUpdateBridgeSettingsMutation();
  const [pending, setPending] = useState<Pending | null>(null);

  const send = async (request: SettingsUpdate & { clearCachedStore?: true }, helpers: Helpers) => {
    try {
      const saved = await update(request).unwrap();
      // The form takes the loaded settings as soon as it is unmodified, so they must not be those from before.
      const { data: loaded = saved } = await readSettings(undefined);
      helpers.resetForm(toFormValues(loaded));
      toggleNotification({ type: 'success', message: t('commerce-bridge.connection.saved') });
      if (saved.storeHash !== null && saved.accessToken.isSet) await testing.run({});
    } catch (error) {
      const storeSwitch = readStoreSwitch(error);
      if (storeSwitch !== null) {
        setPending({ ...storeSwitch, update: request, helpers });
        return;
      }
      helpers.setErrors(fieldWords(error));
      reportError(error);
    }
  };

  return {
    asked: pending,
    save: async (values, helpers) => {
      const change = toSettingsChange(initial, values);
      if (change.kind === 'valid') await send(change.update, helpers);
      else
        helpers.setErrors(
          Object.fromEntries(change.fields.map((field) => [field, t('commerce-bridge.connection.notANumber')])),
        );
    },
    confirm: async () => {
      setPending(null);
      if (pending !== null) await send({ ...pending.update, clearCachedStore: true }, pending.helpers);
    },
    cancel: () => setPending(null),
  };
}
