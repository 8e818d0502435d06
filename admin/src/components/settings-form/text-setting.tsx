import { useField } from '@strapi/strapi/admin';
import { Field, TextInput } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import { useTranslate } from '../../hooks/use-translate';
import { lockHint } from './lock-hint';
import type { SettingFieldProps } from './use-setting-fields';

export interface TextSettingProps extends SettingFieldProps {
  placeholder?: string;
  required?: boolean;
  /** Normalizes a typed or pasted text; by default, the text is taken as it is. */
  meaning?: (text: string) => string;
  inputMode?: 'text' | 'numeric' | 'url';
}

/** One plain-text setting, with its hint and its error; if it is locked, the hint shows where it comes from. */
export function TextSetting({ name, label, hint, disabled, lock, meaning = asTyped, ...props }: TextSettingProps) {
  const { required = false, ...input } = props;
  const t = useTranslate();
  const field = useField<string>(name);
  return (
    <Field.Root
      name={name}
      required={required}
      error={field.error ?? false}
      hint={lock === undefined ? hint : lockHint(lock, t)}
    >
      <Field.Label>{label}</Field.Label>
      <TextInput
        {...input}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled || lock !== undefined}
        value={field.value ?? ''}
        onChange={(event) => field.onChange(name, meaning(event.target.value))}
        startAction={lock === undefined ? undefined : <Lock aria-hidden />}
      />
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
}

const asTyped = (text: string) => text;
