import type { Modifier, Variant } from './types';

interface SelectedValue {
  optionEntityId: number;
  optionValueEntityId: number;
}

/** What was chosen and entered for an article, in the format of the store's carts. */
export interface SelectedOptions {
  multipleChoices: SelectedValue[];
  checkboxes: SelectedValue[];
  textFields: { optionEntityId: number; text: string }[];
  multiLineTextFields: { optionEntityId: number; text: string }[];
  numberFields: { optionEntityId: number; number: number }[];
  /** ISO 8601. */
  dateFields: { optionEntityId: number; date: string }[];
}

/** Nothing chosen, nothing entered. */
export const noOptions = (): SelectedOptions => ({
  multipleChoices: [],
  checkboxes: [],
  textFields: [],
  multiLineTextFields: [],
  numberFields: [],
  dateFields: [],
});

/**
 * Converts a variant, and a form's entries for modifiers, to a cart's format. Empty entries are left out; the store
 * checks whether they are required. Files are ignored: carts do not support them.
 *
 * @param variant read with `include: ['option_selections']`
 * @param modifiers read with `include: ['modifiers']`
 * @param entries by modifier id: the id of a value, or the entered text; a date as `2026-11-25`
 * @example
 * const article = { productId: product.id, quantity: 1, selectedOptions: selectOptions(variant, product.modifiers, entries) };
 */
export function selectOptions(
  { option_selections: chosen = [] }: Pick<Variant, 'option_selections'>,
  modifiers: readonly Modifier[] | null | undefined,
  entries: ReadonlyMap<number, string>,
): SelectedOptions {
  const selected = noOptions();
  for (const { option_id: optionEntityId, option_value: optionValueEntityId } of chosen)
    selected.multipleChoices.push({ optionEntityId, optionValueEntityId });
  for (const modifier of modifiers ?? []) select(selected, modifier, entries.get(modifier.id)?.trim() ?? '');
  return selected;
}

function select(selected: SelectedOptions, { id: optionEntityId, type, values }: Modifier, entry: string): void {
  if (values.length > 0) {
    // An unchecked checkbox sends nothing, but the modifier has a value for it.
    const value = values.find(({ id }) => String(id) === entry) ?? values.find(({ is_checked: is }) => is === false);
    if (!value) return;
    const choices = type === 'checkbox' ? selected.checkboxes : selected.multipleChoices;
    choices.push({ optionEntityId, optionValueEntityId: value.id });
    return;
  }
  if (entry === '') return;
  if (type === 'numbers_only_text') selected.numberFields.push({ optionEntityId, number: Number(entry) });
  else if (type === 'date') selected.dateFields.push({ optionEntityId, date: `${entry.slice(0, 10)}T00:00:00Z` });
  else if (type === 'multi_line_text') selected.multiLineTextFields.push({ optionEntityId, text: entry });
  else if (type === 'text') selected.textFields.push({ optionEntityId, text: entry });
}
