import type { SettingsUpdate, SettingsView } from '../../../../contracts/admin/settings';
import { settingCodecs, type EditableName, type FieldValue } from './setting-codecs';

/** The values of a settings form, by setting name. */
export type SettingsValues = Partial<Record<EditableName, FieldValue>>;

/** What an administrator has done to the values with which the form was loaded. */
export interface SettingsEdit {
  names: readonly EditableName[];
  initial: SettingsValues;
  values: SettingsValues;
}

export type SettingsChange = { kind: 'valid'; update: SettingsUpdate } | { kind: 'invalid'; fields: EditableName[] };

/** The form's values for the stored settings. */
export function toSettingsValues(names: readonly EditableName[], settings: SettingsView): SettingsValues {
  return Object.fromEntries(names.map((name) => [name, settingCodecs[name].toField(settings)]));
}

/**
 * What remains of an edit once others have saved, too.
 * @param now the form's values for what is stored now
 * @returns which of the changed settings somebody else has changed to another value, and the form's values without them
 */
export function rebasedEdit({ names, initial, values, now }: SettingsEdit & { now: SettingsValues }): {
  overtaken: EditableName[];
  values: SettingsValues;
} {
  const changed = names.filter((name) => values[name] !== initial[name]);
  const overtaken = changed.filter((name) => now[name] !== initial[name] && now[name] !== values[name]);
  const kept = changed.filter((name) => !overtaken.includes(name));
  return { overtaken, values: { ...now, ...Object.fromEntries(kept.map((name) => [name, values[name]])) } };
}

/** Only the settings that were changed, so that a locked or untouched one is never sent. */
export function toSettingsUpdate({ names, initial, values }: SettingsEdit): SettingsChange {
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
