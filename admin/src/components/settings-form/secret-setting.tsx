import { useEffect, useRef, useState } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Field, TextInput, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import type { SecretView } from '../../../../contracts/admin/secret-view';
import { useTranslate } from '../../hooks/use-translate';
import type { SecretEntry } from './secret-entry';
import { lockHint } from './lock-hint';
import { SecretActions } from './secret-actions';
import { secretDisplay } from './secret-display';
import { SecretInput } from './secret-input';
import type { SecretFieldProps } from './use-setting-fields';

export interface SecretSettingProps extends SecretFieldProps {
  required?: boolean;
}

/** A secret setting. Of a stored secret, only the last characters are shown, with buttons to replace or remove it. */
export function SecretSetting({ name, label, hint, disabled, lock, stored, required = false }: SecretSettingProps) {
  const t = useTranslate();
  const field = useField<SecretEntry>(name);
  const [isReplacing, setIsReplacing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hasActed = useRef(false);

  // The new secret has been stored: show its last characters again.
  useEffect(() => setIsReplacing(false), [stored]);

  const entry = field.value === undefined ? '' : field.value;
  const display = secretDisplay({ entry, stored, isLocked: lock !== undefined, isReplacing });
  // The button that was pressed is gone with the old display, so the focus moves to the field.
  useEffect(() => {
    if (hasActed.current) input.current?.focus();
    hasActed.current = false;
  }, [display]);
  const shown = {
    locked: maskedSecret(stored),
    kept: maskedSecret(stored),
    removed: t('commerce-bridge.secret.willBeRemoved'),
  };
  const change = (to: { isReplacing: boolean; entry: SecretEntry }) => {
    hasActed.current = true;
    setIsReplacing(to.isReplacing);
    field.onChange(name, to.entry);
  };

  return (
    <Field.Root
      name={name}
      required={required}
      error={field.error ?? false}
      hint={lock === undefined ? hint : lockHint(lock, t)}
    >
      <Field.Label>{label}</Field.Label>
      {display === 'empty' || display === 'replacing' ? (
        <SecretInput
          ref={input}
          value={entry ?? ''}
          disabled={disabled}
          onChange={(value) => field.onChange(name, value)}
        />
      ) : (
        <TextInput
          ref={input}
          disabled={disabled || display === 'locked'}
          readOnly
          value={shown[display]}
          startAction={display === 'locked' ? <Lock aria-hidden /> : undefined}
        />
      )}
      <Field.Error />
      {stored.enterAgain ? (
        <Typography variant="pi" fontWeight="semiBold" textColor="neutral800" role="status">
          {t('commerce-bridge.secret.enterAgain')}
        </Typography>
      ) : null}
      <Field.Hint />
      {disabled ? null : (
        <SecretActions
          label={label}
          display={display}
          onReplace={() => change({ isReplacing: true, entry: '' })}
          onRemove={() => change({ isReplacing: false, entry: null })}
          onKeep={() => change({ isReplacing: false, entry: '' })}
        />
      )}
    </Field.Root>
  );
}

/** The same number of dots for every secret, so that they do not reveal its length. */
function maskedSecret(stored: SecretView): string {
  return stored.isSet ? `••••••••${stored.lastFour ?? ''}` : '';
}
