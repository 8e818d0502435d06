import { useMemo } from 'react';
import { useNotification, type FormHelpers } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../contracts/admin/settings';
import { useLazyGetBridgeSettingsQuery, useUpdateBridgeSettingsMutation } from '../../api/settings-api';
import { useFieldWords } from '../../hooks/use-field-words';
import { useReportError } from '../../hooks/use-report-error';
import { useTranslate } from '../../hooks/use-translate';
import { expectedBy } from '../../lib/expected-settings';
import type { EditableName } from './setting-codecs';
import { type FormBase, useFormBase } from './use-form-base';
import { rebasedEdit, toSettingsUpdate, toSettingsValues, type SettingsValues } from './settings-values';

export interface SavingSettings {
  initial: SettingsValues;
  setIsModified: FormBase['setIsModified'];
  save: (values: SettingsValues, helpers: FormHelpers<SettingsValues>) => Promise<void>;
}

/**
 * The initial values of a settings form, and a function that saves it and shows each error at its field. The settings
 * are read again right before: a list is saved as a whole, which would undo what somebody else has added to it.
 * @param names the settings that the form edits
 */
export function useSaveSettings(names: readonly EditableName[], settings: SettingsView): SavingSettings {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const fieldWords = useFieldWords();
  const [readSettings] = useLazyGetBridgeSettingsQuery();
  const [update] = useUpdateBridgeSettingsMutation();
  const { base, setBase, setIsModified } = useFormBase(settings);
  const initial = useMemo(() => toSettingsValues(names, base), [names, base]);

  const overtakenWords = (overtaken: readonly EditableName[]) => {
    const labels = overtaken.map((name) => t(`commerce-bridge.setting.${name}.label`));
    return t('commerce-bridge.settings.overtaken', { settings: labels.join(', ') });
  };

  const save: SavingSettings['save'] = async (values, { setErrors, setValues, resetForm }) => {
    const change = toSettingsUpdate({ names, initial, values });
    if (change.kind === 'invalid') {
      setErrors(Object.fromEntries(change.fields.map((field) => [field, t('commerce-bridge.settings.wholeNumber')])));
      return;
    }
    try {
      const stored = await readSettings(undefined).unwrap();
      const now = toSettingsValues(names, stored);
      const rebased = rebasedEdit({ names, initial, values, now });
      if (rebased.overtaken.length > 0) {
        setBase(stored);
        resetForm(now);
        setValues(rebased.values);
        toggleNotification({ type: 'warning', message: overtakenWords(rebased.overtaken) });
        return;
      }
      const saved = await update({ ...change.update, expected: expectedBy(change.update, stored) }).unwrap();
      // The form takes the loaded settings as soon as it is unmodified, so they must not be those from before.
      const { data: loaded = saved } = await readSettings(undefined);
      resetForm(toSettingsValues(names, loaded));
      toggleNotification({ type: 'success', message: t('commerce-bridge.settings.saved') });
    } catch (error) {
      setErrors(fieldWords(error));
      reportError(error);
    }
  };
  return { initial, setIsModified, save };
}
