import { Checkbox, Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { SecretView } from '../../../../../contracts/admin/secret-view';
import { SecretInput } from '../../../components/settings-form/secret-input';
import { TextField } from '../../../components/text-field';
import { useTranslate, type Translate, type TranslationKey } from '../../../hooks/use-translate';
import { isTargetKind, targetKinds, type TargetText, type TargetValues } from './target-values';

export interface TargetFieldsProps {
  values: TargetValues;
  /** Only a new target's name and kind can be chosen. */
  isNew: boolean;
  /** The stored secret, which an empty field keeps; null for a new target. */
  stored: SecretView | null;
  onChange: (changed: Partial<TargetValues>) => void;
}

const labels: Record<TargetText, TranslationKey> = {
  serviceId: 'commerce-bridge.purging.field.serviceId',
  zoneId: 'commerce-bridge.purging.field.zoneId',
  project: 'commerce-bridge.purging.field.project',
  teamId: 'commerce-bridge.purging.field.teamId',
  siteId: 'commerce-bridge.purging.field.siteId',
  url: 'commerce-bridge.purging.field.url',
};

/** The fields of a target of the chosen kind. */
export function TargetFields({ values, isNew, stored, onChange }: TargetFieldsProps) {
  const t = useTranslate();
  const { texts, canBeSoft, secret } = targetKinds[values.kind];
  return (
    <>
      <Field.Root required>
        <Field.Label>{t('commerce-bridge.purging.field.kind')}</Field.Label>
        <SingleSelect
          value={values.kind}
          disabled={!isNew}
          onChange={(chosen) => {
            const kind = String(chosen);
            if (isTargetKind(kind)) onChange({ kind });
          }}
        >
          {Object.entries(targetKinds).map(([kind, { name }]) => (
            <SingleSelectOption key={kind} value={kind}>
              {name}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Field.Root>
      <TextField
        label={t('commerce-bridge.purging.field.key')}
        hint={t('commerce-bridge.purging.field.key.hint')}
        value={values.key}
        disabled={!isNew}
        onChange={(key) => onChange({ key })}
      />
      {texts.map((name) => (
        <TextField
          key={name}
          label={t(labels[name])}
          value={values[name]}
          onChange={(text) => onChange({ [name]: text })}
        />
      ))}
      {values.kind === 'varnish' ? (
        <Field.Root>
          <Field.Label>{t('commerce-bridge.purging.field.method')}</Field.Label>
          <SingleSelect
            value={values.method}
            onChange={(method) => onChange({ method: method === 'BAN' ? 'BAN' : 'PURGE' })}
          >
            <SingleSelectOption value="PURGE">PURGE</SingleSelectOption>
            <SingleSelectOption value="BAN">BAN</SingleSelectOption>
          </SingleSelect>
        </Field.Root>
      ) : null}
      {canBeSoft ? (
        <Checkbox checked={values.soft} onCheckedChange={(soft) => onChange({ soft: soft === true })}>
          {t('commerce-bridge.purging.field.soft')}
        </Checkbox>
      ) : null}
      {secret === 'none' ? null : (
        <Field.Root hint={secretHint(stored, t)}>
          <Field.Label>
            {t(secret === 'token' ? 'commerce-bridge.purging.field.token' : 'commerce-bridge.purging.field.signing')}
          </Field.Label>
          <SecretInput value={values.secret} disabled={false} onChange={(typed) => onChange({ secret: typed })} />
          <Field.Hint />
        </Field.Root>
      )}
    </>
  );
}

function secretHint(stored: SecretView | null, t: Translate): string | undefined {
  if (stored?.enterAgain) return t('commerce-bridge.secret.enterAgain');
  return stored?.isSet ? t('commerce-bridge.purging.field.secret.kept') : undefined;
}
