import { useField } from '@strapi/strapi/admin';
import { Field, Toggle } from '@strapi/design-system';
import { useTranslate } from '../../hooks/use-translate';
import { lockHint } from './lock-hint';
import type { SettingFieldProps } from './use-setting-fields';

/** One setting that is on or off. */
export function ToggleSetting({ name, label, hint, disabled, lock }: SettingFieldProps) {
  const t = useTranslate();
  const field = useField<boolean>(name);
  return (
    <Field.Root name={name} error={field.error ?? false} hint={lock === undefined ? hint : lockHint(lock, t)}>
      <Field.Label>{label}</Field.Label>
      <Toggle
        name={name}
        onLabel={t('commerce-bridge.toggle.on')}
        offLabel={t('commerce-bridge.toggle.off')}
        checked={field.value === true}
        disabled={disabled || lock !== undefined}
        onChange={(event) => field.onChange(name, event.target.checked)}
      />
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
}
