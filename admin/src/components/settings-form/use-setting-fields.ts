import { useForm } from '@strapi/strapi/admin';
import type { SecretView } from '../../../../contracts/admin/secret-view';
import type { LockedBy, SecretName, SettingName, SettingsView } from '../../../../contracts/admin/settings';
import { useTranslate } from '../../hooks/use-translate';

/** Settings without a field: the webhook secret is generated; purge targets and markets have their own pages. */
type TypedSecretName = Exclude<SecretName, 'webhookSecret'>;
type FieldName = Exclude<SettingName, 'webhookSecret' | 'purgeTargets' | 'markets' | 'marketOfLocale'>;

/** Props of every setting field, regardless of its kind. */
export interface SettingFieldProps {
  name: SettingName;
  label: string;
  hint: string;
  disabled: boolean;
  /** Undefined where the setting can be changed here. */
  lock: LockedBy | undefined;
}

export interface SecretFieldProps extends SettingFieldProps {
  name: SecretName;
  stored: SecretView;
}

export interface SettingFields {
  /** Whether the form cannot be changed at the moment. */
  disabled: boolean;
  /** @param values values for the hint's placeholders, by name */
  field: (name: FieldName, values?: Record<string, string>) => SettingFieldProps;
  secret: (name: TypedSecretName) => SecretFieldProps;
}

/** Inside a settings form: the props that all fields share. Labels and hints are looked up by the setting's name. */
export function useSettingFields(settings: SettingsView): SettingFields {
  const t = useTranslate();
  const disabled = useForm('useSettingFields', (form) => form.disabled || form.isSubmitting);
  const field = <Name extends FieldName>(name: Name, values: Record<string, string> = {}) => ({
    name,
    label: t(`commerce-bridge.setting.${name}.label`),
    hint: t(`commerce-bridge.setting.${name}.hint`, values),
    disabled,
    lock: settings.locked[name],
  });
  return {
    disabled,
    field,
    secret: (name) => {
      const stored = settings[name];
      // Without the host's key, a new secret cannot be stored, but a stored one can still be removed.
      return { ...field(name), stored, disabled: disabled || (!settings.canStoreSecrets && !stored.isSet) };
    },
  };
}
