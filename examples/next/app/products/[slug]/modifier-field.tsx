import type { Modifier, ModifierValue } from 'strapi-plugin-commerce-bridge/client';
import { fieldOf, nameOf } from '@/lib/modifiers';
import { formatPrice } from '@/lib/price';

/** The field for something that is chosen or entered in addition to the variant. */
export function ModifierField({ modifier, currency }: { modifier: Modifier; currency: string | undefined }) {
  const { name, required, limits, default_value: text, checkbox_label: boxLabel, values } = modifier;
  const common = { name: nameOf(modifier), required };
  const field = fieldOf(modifier);
  const lengths = { minLength: limits.min_length, maxLength: limits.max_length };
  if (field === null) return null;
  if (field === 'checkbox')
    return (
      <label className="modifier">
        <input {...common} type="checkbox" value={values.find(({ is_checked: isChecked }) => isChecked)?.id} />{' '}
        {boxLabel ?? name}
      </label>
    );
  return (
    <label className="modifier">
      {name}
      {field === 'choice' && (
        <select {...common} defaultValue={values.find(({ is_default: isDefault }) => isDefault)?.id ?? ''}>
          <option value="">{required ? 'Choose' : 'None'}</option>
          {values.map((value) => (
            <option key={value.id} value={value.id} disabled={value.availability === 'disabled'}>
              {labelOf(value, currency)}
            </option>
          ))}
        </select>
      )}
      {field === 'text' && <input {...common} {...lengths} defaultValue={text ?? ''} />}
      {field === 'lines' && <textarea {...common} {...lengths} defaultValue={text ?? ''} />}
      {field === 'number' && (
        <input
          {...common}
          type="number"
          min={limits.min}
          max={limits.max}
          step={limits.integers_only ? 1 : 'any'}
          defaultValue={text ?? ''}
        />
      )}
      {field === 'date' && (
        <input {...common} type="date" min={limits.earliest} max={limits.latest} defaultValue={text?.slice(0, 10)} />
      )}
    </label>
  );
}

/** Includes the price difference; the price that is charged is the one in the cart. */
function labelOf({ label, price_adjuster: adjuster }: ModifierValue, currency: string | undefined): string {
  if (adjuster === null) return label;
  const sign = adjuster.value < 0 ? '−' : '+';
  const amount = Math.abs(adjuster.value);
  return `${label} (${sign}${adjuster.type === 'percentage' ? `${amount} %` : formatPrice(amount, currency)})`;
}
