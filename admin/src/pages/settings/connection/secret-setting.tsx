import { useEffect, useRef, useState } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Field, TextInput, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import type { LockedBy, SecretView } from '../../../../../contracts/admin/settings';
import { useTranslate } from '../../../hooks/use-translate';
import type { SecretEntry } from './connection-form';
import { lockHint } from './lock-hint';
import { SecretActions } from './secret-actions';
import { secretFace } from './secret-face';
import { SecretInput } from './secret-input';

export interface SecretSettingProps {
  name: 'accessToken' | 'clientSecret';
  label: string;
  hint: string;
  required?: boolean;
  disabled: boolean;
  lock: LockedBy | undefined;
  stored: SecretView;
}

/** A secret that is never shown: of a stored one only its end, with the choice to replace or remove it. */
export function SecretSetting({ name, label, hint, disabled, lock, stored, required = false }: SecretSettingProps) {
  const t = useTranslate();
  const field = useField<SecretEntry>(name);
  const [isReplacing, setIsReplacing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (isReplacing) input.current?.focus();
  }, [isReplacing]);
  // What was entered has become what is stored: back to showing its end.
  useEffect(() => setIsReplacing(false), [stored]);

  const entry = field.value === undefined ? '' : field.value;
  const face = secretFace({ entry, stored, isLocked: lock !== undefined, isReplacing });
  const shown = {
    locked: maskedSecret(stored),
    kept: maskedSecret(stored),
    removed: t('commerce-bridge.secret.willBeRemoved'),
  };
  const keep = () => {
    setIsReplacing(false);
    field.onChange(name, '');
  };

  return (
    <Field.Root
      name={name}
      required={required}
      error={field.error ?? false}
      hint={lock === undefined ? hint : lockHint(lock, t)}
    >
      <Field.Label>{label}</Field.Label>
      {face === 'empty' || face === 'replacing' ? (
        <SecretInput
          ref={input}
          value={entry ?? ''}
          disabled={disabled}
          onChange={(value) => field.onChange(name, value)}
        />
      ) : (
        <TextInput
          disabled={disabled || face === 'locked'}
          readOnly
          value={shown[face]}
          startAction={face === 'locked' ? <Lock aria-hidden /> : undefined}
        />
      )}
      <Field.Error />
      {stored.enterAgain ? (
        <Typography variant="pi" textColor="warning700" role="status">
          {t('commerce-bridge.secret.enterAgain')}
        </Typography>
      ) : null}
      <Field.Hint />
      {disabled ? null : (
        <SecretActions
          label={label}
          face={face}
          onReplace={() => setIsReplacing(true)}
          onRemove={() => field.onChange(name, null)}
          onKeep={keep}
        />
      )}
    </Field.Root>
  );
}

/** As many dots for every secret, so that they tell nothing of its length. */
function maskedSecret(stored: SecretView): string {
  return stored.isSet ? `••••••••${stored.lastFour ?? ''}` : '';
}
