import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { ChoiceFailure } from '../../../../../contracts/admin/market-desk';
import { useTranslate } from '../../../hooks/use-translate';
import { choiceFailureWords } from './choice-failure-words';
import type { Option } from './market-options';

export interface ChoiceFieldProps {
  label: string;
  hint?: string | undefined;
  options: Option[];
  value: string;
  /** Why the choices could not be read; null if they were. */
  failure: ChoiceFailure | null;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A choice among what the store has; if that could not be read, the reason and what to do about it. */
export function ChoiceField({ label, hint, options, value, failure, disabled = false, onChange }: ChoiceFieldProps) {
  const t = useTranslate();
  return (
    <Field.Root required hint={hint} error={failure !== null && choiceFailureWords(failure, t)}>
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        value={value}
        disabled={disabled || options.length === 0}
        placeholder={t('commerce-bridge.markets.choose')}
        onChange={(chosen) => onChange(String(chosen))}
      >
        {options.map((option) => (
          <SingleSelectOption key={option.value} value={option.value}>
            {option.label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
