import { useForm } from '@strapi/strapi/admin';
import type { SecretView } from '../../../../contracts/admin/secret-view';
import type { LockedBy, SecretName, SettingName, SettingsView } from '../../../../contracts/admin/settings';
import { useTranslate } from '../../hooks/use-translate';

/** The webhook secret is made and not typed, purge targets and markets have pages, and the markets of locales are set in the environment: none has a field. */
type TypedSecretName = Exclude<SecretName, 'webhookSecret'>;
type FieldName = Exclude<SettingName, 'webhookSecret' | 'purgeTargets' | 'markets' | 'marketOfLocale'>;

/** What every field of a setting takes, regardless of its kind. */
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
  /** Whether nothing of the form can be changed at the moment. */
  disabled: boolean;
  /** @param values what the hint speaks of, by its name in the text */
  field: (name: FieldName, values?: Record<string, string>) => SettingFieldProps;
  secret: (name: TypedSecretName) => SecretFieldProps;
}

/** Inside a form of settings: what is alike in each field. Its texts are found by the setting's name. */
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
      // Without the host's key a secret cannot be kept; one that is stored can still be removed.
      return { ...field(name), stored, disabled: disabled || (!settings.canStoreSecrets && !stored.isSet) };
    },
  };
}
