import { useMemo } from 'react';
import { useNotification, type FormHelpers } from '@strapi/strapi/admin';
import type { SettingsView } from '../../../../contracts/admin/settings';
import { useUpdateBridgeSettingsMutation } from '../../api/settings-api';
import { useFieldWords } from '../../hooks/use-field-words';
import { useReportError } from '../../hooks/use-report-error';
import { useTranslate } from '../../hooks/use-translate';
import type { EditableName } from './setting-codecs';
import { toSettingsUpdate, toSettingsValues, type SettingsValues } from './settings-values';

export interface SavingSettings {
  initial: SettingsValues;
  save: (values: SettingsValues, helpers: FormHelpers<SettingsValues>) => Promise<void>;
}

/**
 * The initial values of a settings form, and a function that saves it and shows each error at its field.
 * @param names the settings that the form edits
 */
export function useSaveSettings(names: readonly EditableName[], settings: SettingsView): SavingSettings {
  const t = useTranslate();
  const { toggleNotification } = useNotification();
  const reportError = useReportError();
  const fieldWords = useFieldWords();
  const [update] = useUpdateBridgeSettingsMutation();
  const initial = useMemo(() => toSettingsValues(names, settings), [names, settings]);

  const save: SavingSettings['save'] = async (values, { setErrors, resetForm }) => {
    const change = toSettingsUpdate({ names, initial, values });
    if (change.kind === 'invalid') {
      setErrors(Object.fromEntries(change.fields.map((field) => [field, t('commerce-bridge.settings.wholeNumber')])));
      return;
    }
    try {
      resetForm(toSettingsValues(names, await update(change.update).unwrap()));
      toggleNotification({ type: 'success', message: t('commerce-bridge.settings.saved') });
    } catch (error) {
      setErrors(fieldWords(error));
      reportError(error);
    }
  };
  return { initial, save };
}
