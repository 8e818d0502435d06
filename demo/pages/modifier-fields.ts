import type { Modifier, ModifierValue } from 'strapi-plugin-commerce-bridge/client';
import { type Form, textOf } from '../forms';
import { html, type Html } from '../html';
import { fieldOf } from '../selection';
import { formatMoney } from './price';

interface Filled {
  currency: string;
  /** What was chosen and entered before; if empty, the store's defaults are used. */
  form: Form;
}

/** The fields for what a shopper chooses or enters in addition to the variant; `shop.js` adds their prices. */
export function modifierFields(modifiers: readonly Modifier[], filled: Filled): Html[] {
  return modifiers.filter(({ type }) => type !== 'file').map((modifier) => field(modifier, filled));
}

function field(modifier: Modifier, { currency, form }: Filled): Html {
  const given = textOf(form, fieldOf(modifier));
  if (modifier.type === 'checkbox') return checkbox(modifier, { currency, form });
  if (modifier.values.length === 0) return entry(modifier, given);
  const isSelected = ({ id, is_default: isDefault }: ModifierValue): boolean =>
    given === undefined ? isDefault : given === String(id);
  return html`<label class="modifier"
    >${modifier.name}
    <select name="${fieldOf(modifier)}" ${modifier.required && html`required`}>
      ${!modifier.values.some(({ is_default: isDefault }) => isDefault) &&
      html`<option value="">Please choose</option>`}
      ${modifier.values.map(
        (value) =>
          html`<option
            value="${value.id}"
            ${adjustment(value)}
            ${isSelected(value) && html`selected`}
            ${value.availability === 'disabled' && html`disabled`}
          >
            ${labelOf(value, currency)}
          </option>`,
      )}
    </select></label
  >`;
}

function checkbox(modifier: Modifier, { currency, form }: Filled): Html {
  const checked = modifier.values.find(({ is_checked: isChecked }) => isChecked === true) ?? modifier.values[0];
  if (!checked) return html``;
  // An unchecked checkbox sends nothing.
  const isFilled = Object.keys(form).length > 0;
  const isChecked = isFilled ? textOf(form, fieldOf(modifier)) !== undefined : checked.is_default;
  const label = { ...checked, label: modifier.checkbox_label || modifier.name };
  return html`<label class="modifier check"
    ><input
      type="checkbox"
      name="${fieldOf(modifier)}"
      value="${checked.id}"
      ${adjustment(checked)}
      ${isChecked && html`checked`}
      ${modifier.required && html`required`}
    />
    ${labelOf(label, currency)}</label
  >`;
}

function entry(modifier: Modifier, given: string | undefined): Html {
  const { limits } = modifier;
  const value = given ?? modifier.default_value;
  const named = html`name="${fieldOf(modifier)}" ${modifier.required && html`required`}`;
  const lengths = html`${limits.min_length !== undefined && html`minlength="${limits.min_length}"`}
  ${limits.max_length !== undefined && html`maxlength="${limits.max_length}"`}`;
  return html`<label class="modifier"
    >${modifier.name}${!modifier.required && html` <span class="quiet-text">(optional)</span>`}
    ${modifier.type === 'multi_line_text'
      ? html`<textarea ${named} ${lengths} rows="${limits.max_lines ?? 3}">${value}</textarea>`
      : html`<input
          type="${inputTypes.get(modifier.type) ?? 'text'}"
          ${named}
          ${lengths}
          ${bounds(modifier)}
          value="${value}"
        />`}
  </label>`;
}

const inputTypes = new Map([
  ['numbers_only_text', 'number'],
  ['date', 'date'],
]);

function bounds({ limits }: Modifier): Html {
  const least = limits.min ?? limits.earliest;
  const most = limits.max ?? limits.latest;
  return html`${least !== undefined && html`min="${least}"`} ${most !== undefined && html`max="${most}"`}
  ${limits.min !== undefined && limits.integers_only !== true && html`step="any"`}`;
}

function adjustment({ price_adjuster: adjuster }: ModifierValue): Html | null {
  return adjuster && html`data-adjuster="${adjuster.type}" data-amount="${adjuster.value}"`;
}

function labelOf({ label, price_adjuster: adjuster }: ModifierValue, currency: string): string {
  if (!adjuster || adjuster.value === 0) return label;
  const sign = adjuster.value > 0 ? '+' : '−';
  const amount = Math.abs(adjuster.value);
  return `${label} (${sign}${adjuster.type === 'percentage' ? `${amount}%` : formatMoney(amount, currency)})`;
}
