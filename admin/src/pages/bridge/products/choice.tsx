import { SingleSelect, SingleSelectOption } from '@strapi/design-system';

export interface ChoiceProps {
  label: string;
  /** Text for no choice. */
  any: string;
  value: string | undefined;
  options: Record<string, string>;
  onChange: (value: string) => void;
}

/** A select of a few options that can also be cleared. */
export function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <SingleSelect
      size="S"
      aria-label={label}
      placeholder={any}
      value={value ?? ''}
      onChange={(chosen) => onChange(String(chosen))}
      onClear={() => onChange('')}
      clearLabel={any}
    >
      {Object.entries(options).map(([option, text]) => (
        <SingleSelectOption key={option} value={option}>
          {text}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
}
