import { Field, TextInput } from '@strapi/design-system';

export interface TextFieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  /** What is wrong with the value, if anything. */
  error?: string | undefined;
  isRequired?: boolean;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A text input without autofill and spell checking, for example for a key or an address. */
export function TextField({
  label,
  hint,
  value,
  error,
  isRequired = false,
  disabled = false,
  onChange,
}: TextFieldProps) {
  return (
    <Field.Root required={isRequired} hint={hint} error={error ?? false}>
      <Field.Label>{label}</Field.Label>
      <TextInput
        autoComplete="off"
        spellCheck={false}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
