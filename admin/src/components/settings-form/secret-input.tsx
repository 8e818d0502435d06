import { forwardRef, useState } from 'react';
import { Field, TextInput } from '@strapi/design-system';
import { Eye, EyeStriked } from '@strapi/icons';
import { useTranslate } from '../../hooks/use-translate';

export interface SecretInputProps {
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** Input for a new secret: hidden, with a button to reveal it, and never offered to the browser's password manager. */
export const SecretInput = forwardRef<HTMLInputElement, SecretInputProps>(({ value, disabled, onChange }, ref) => {
  const t = useTranslate();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextInput
      ref={ref}
      type={isVisible ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck={false}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      endAction={
        <Field.Action
          label={isVisible ? t('commerce-bridge.secret.hide') : t('commerce-bridge.secret.show')}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? <Eye fill="neutral500" /> : <EyeStriked fill="neutral500" />}
        </Field.Action>
      }
    />
  );
});
SecretInput.displayName = 'SecretInput';
