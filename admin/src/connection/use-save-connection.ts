import { useState } from 'react';
import { useNotification, type FormHelpers } from '@strapi/strapi/admin';
import type { SettingsUpdate, SettingsView } from '../../../contracts/admin/settings';
import { useLazyGetBridgeSettingsQuery, useUpdateBridgeSettingsMutation } from '../api/settings-api';
import { useFieldWords } from '../hooks/use-field-words';
import { useReportError } from '../hooks/use-report-error';
import { useTranslate } from '../hooks/use-translate';
import type { FormBase } from '../components/settings-form/use-form-base';
import { expectedBy } from '../lib/expected-settings';
import { rebasedValues, toFormValues, toSettingsChange, type ConnectionValues } from './connection-form';
import { readStoreSwitch, type StoreSwitch } from './store-switch';
import type { ConnectionTesting } from './use-connection-test';

type Helpers = FormHelpers<ConnectionValues>;

interface Request {
  update: SettingsUpdate & { clearCachedStore?: true };
  helpers: Helpers;
}

interface Pending extends StoreSwitch {
  request: Request;
}

export interface SavingConnection {
  save: (values: ConnectionValues, helpers: Helpers) => Promise<void>;
  /** The store switch that has to be confirmed before it is saved; null when there is none. */
  asked: StoreSwitch | null;
  /** Clears the old store's records and saves. */
  confirm: () => Promise<void>;
  cancel: () => void;
}

/** The other settings here only make sense for the store that they were entered for. */
const expectedOf = (update: SettingsUpdate, settings: SettingsView) => ({
  ...expectedBy(update, settings),
  storeHash: settings.storeHash,
});

/**
 * Saves the changes of the connection form, then tests the stored credentials. What somebody else has saved since the
 * form was opened is not overwritten, nor are records of a store cleared that the question did not name.
 */
export function useSaveConnection(
  { base, setBase }: Pick<FormBase, 'base' | 'setBase'>,
  testing: ConnectionTesting,
): SavingConnection {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const fieldWords = useFieldWords();
  const [readSettings] = useLazyGetBridgeSettingsQuery();
  const [update] = useUpdateBridgeSettingsMutation();
  const [pending, setPending] = useState<Pending | null>(null);

  const saveChange = async (
    change: SettingsUpdate,
    { values, helpers }: { values: ConnectionValues; helpers: Helpers },
  ) => {
    const expected = expectedOf(change, base);
    try {
      const stored = await readSettings(undefined).unwrap();
      if (JSON.stringify(expected) !== JSON.stringify(expectedOf(change, stored))) {
        const now = toFormValues(stored);
        setBase(stored);
        helpers.resetForm(now);
        helpers.setValues(rebasedValues(toFormValues(base), { values, now }));
        toggleNotification({ type: 'warning', message: t('commerce-bridge.failed.settingsChanged') });
        return;
      }
    } catch (error) {
      reportError(error);
      return;
    }
    await send({ update: { ...change, expected }, helpers });
  };

  const send = async (request: Request) => {
    const { helpers } = request;
    try {
      const saved = await update(request.update).unwrap();
      // The form takes the loaded settings as soon as it is unmodified, so they must not be those from before.
      const { data: loaded = saved } = await readSettings(undefined);
      helpers.resetForm(toFormValues(loaded));
      toggleNotification({ type: 'success', message: t('commerce-bridge.connection.saved') });
      if (saved.storeHash !== null && saved.accessToken.isSet) await testing.run({});
    } catch (error) {
      const storeSwitch = readStoreSwitch(error);
      if (storeSwitch !== null) {
        setPending({ ...storeSwitch, request });
        return;
      }
      helpers.setErrors(fieldWords(error));
      reportError(error);
    }
  };

  return {
    asked: pending,
    save: async (values, helpers) => {
      const change = toSettingsChange(toFormValues(base), values);
      if (change.kind === 'valid') await saveChange(change.update, { values, helpers });
      else
        helpers.setErrors(
          Object.fromEntries(change.fields.map((field) => [field, t('commerce-bridge.connection.notANumber')])),
        );
    },
    confirm: async () => {
      setPending(null);
      if (pending === null) return;
      const { request } = pending;
      await send({ ...request, update: { ...request.update, clearCachedStore: true } });
    },
    cancel: () => setPending(null),
  };
}
