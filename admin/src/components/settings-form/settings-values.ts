import type { SettingsUpdate, SettingsView } from '../../../../contracts/admin/settings';
import { settingCodecs, type EditableName, type FieldValue } from './setting-codecs';

/** The values of a settings form, by setting name. */
export type SettingsValues = Partial<Record<EditableName, FieldValue>>;

export type SettingsChange = { kind: 'valid'; update: SettingsUpdate } | { kind: 'invalid'; fields: EditableName[] };

/** The form's values for the stored settings. */
export function toSettingsValues(names: readonly EditableName[], settings: SettingsView): SettingsValues {
  return Object.fromEntries(names.map((name) => [name, settingCodecs[name].toField(settings)]));
}

/** Only the settings that were changed, so that a locked or untouched one is never sent. */
export function toSettingsUpdate({
  names,
  initial,
  values,
}: {
  names: readonly EditableName[];
  initial: SettingsValues;
  values: SettingsValues;
}): SettingsChange {
  const invalid: EditableName[] = [];
  let update: SettingsUpdate = {};
  for (const name of names) {
    const value = values[name];
    if (value === undefined || value === initial[name]) continue;
    const part = settingCodecs[name].toUpdate(value);
    if (part === 'invalid') invalid.push(name);
    else update = { ...update, ...part };
  }
  return invalid.length > 0 ? { kind: 'invalid', fields: invalid } : { kind: 'valid', update };
}
